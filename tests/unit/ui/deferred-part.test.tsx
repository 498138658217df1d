import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createDeferredPart, createDeferredScreen } from '#src/ui/deferred-part.tsx'
import { MissingPart, MissingScreen } from '#src/ui/missing-part.tsx'

function Card({ guest }: { guest: string }) {
  return <p>{guest}</p>
}
const come = () => Promise.resolve(Card)
const stayAway = () => Promise.reject<typeof Card>(new TypeError('no line'))

describe('a part of the screen in a file of its own', () => {
  it('has its placeholder until it is there, and is drawn at once where it was fetched ahead', async () => {
    const Part = createDeferredPart(come, { name: 'The guest card', waiting: <i /> })
    expect(renderToStaticMarkup(<Part guest="Ada" />)).toBe('<i></i>')
    await Part.preload()
    expect(renderToStaticMarkup(<Part guest="Ada" />)).toBe('<p>Ada</p>')
  })

  it('that did not arrive ahead of its use throws nothing, and is not called missing before it was asked for', async () => {
    const Part = createDeferredPart(stayAway, { name: 'The guest card', waiting: <i /> })
    const Screen = createDeferredScreen(stayAway)
    await Promise.all([Part.preload(), Screen.preload()])
    expect(renderToStaticMarkup(<Part guest="Ada" />)).toBe('<i></i>')
    expect(renderToStaticMarkup(<Screen guest="Ada" />)).toBe('')
  })
})

describe('what stands in the place of a part that did not arrive', () => {
  const part = { value: null, isLoading: false, retry: () => undefined }

  it('says so, with a way to try again', () => {
    const html = renderToStaticMarkup(<MissingPart name="The guest card" part={part} />)
    expect(html).toContain('role="alert"')
    expect(html).toContain('The guest card could not be loaded.')
    expect(html).toContain('Try again')
  })

  it('in the place of a screen says also that nothing is lost', () => {
    const html = renderToStaticMarkup(
      <MissingScreen name="This screen" part={{ ...part, isLoading: true }} />,
    )
    expect(html).toContain('<h1>This screen could not be loaded</h1>')
    expect(html).toContain('What you have written is kept.')
    expect(html).toContain('aria-busy="true"')
  })

  it('offers what has arrived since', () => {
    const html = renderToStaticMarkup(
      <MissingPart name="The large picture" part={{ ...part, value: Card }} />,
    )
    expect(html).toContain('The large picture can be opened now.')
    expect(html).toContain('>Open</button>')
  })
})
