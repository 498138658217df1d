import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AudioCell } from '#src/features/intents/speech/audio-cell.tsx'
import { makeIntent } from '../intents.ts'

const readWords = (html: string) =>
  [...html.matchAll(/<span (aria-hidden="true"|class="visually-hidden")>([^<]*)</g)].map(
    ([, , words]) => words,
  )

describe('the AUDIO column', () => {
  it.each([
    [{ strings: 2, recorded: 2 }, 'All', 'All strings are recorded.', true],
    [{ strings: 2, recorded: 1 }, 'Some', 'Only some strings are recorded.', true],
    [{ strings: 2, recorded: 0 }, 'None', 'Please save the intent to update audio files.', true],
    [{ strings: 0, recorded: 0 }, '–', 'There is nothing to record.', false],
  ])(
    'says of %j a short word, and the sentence to who hears it or points at it',
    (audio, short, sentence, hasIcon) => {
      const html = renderToStaticMarkup(<AudioCell intent={makeIntent('1', { audio })} />)
      expect(readWords(html)).toEqual([short, sentence])
      expect(html).toContain(`title="${sentence}"`)
      expect(html.includes('<svg')).toBe(hasIcon)
    },
  )
})
