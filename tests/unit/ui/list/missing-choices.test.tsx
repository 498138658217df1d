import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { MissingChoices } from '#src/ui/list/missing-choices.tsx'

function draw(fields: Partial<ListSource<object>>): string {
  const source = { rows: undefined, state: 'failed' as const, problem: 'No answer.', reload: () => undefined }
  return renderToStaticMarkup(<MissingChoices noun="departments" source={{ ...source, ...fields }} />)
}

describe('choices that could not be read', () => {
  it('are said, with the reason and a way out', () => {
    const html = draw({})
    expect(html).toContain('The departments to choose from could not be read. No answer.')
    expect(html).toContain('Try again')
  })

  it('are none while they are on their way, or where they were kept', () => {
    expect([draw({ state: 'loading' }), draw({ rows: [] })]).toEqual(['', ''])
  })
})
