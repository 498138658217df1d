import { describe, expect, it } from 'vitest'
import { isBlank } from '#src/domain/text/blank.ts'
import { BLANKS } from '#tests/support/blanks.ts'

describe('a text of which nobody sees anything', () => {
  it.each([...BLANKS, ['nothing', ''], ['blank lines', ' \n\t\u00a0\u3000\r\n']])('%s', (_, text) => {
    expect(isBlank(text)).toBe(true)
    expect(isBlank(text.repeat(1_000))).toBe(true)
    expect(isBlank(`${text}a`)).toBe(false)
  })

  it.each(['.', 'あ', '👍🏽', '❤️', '1️⃣', '👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'é', 'की', '\u00ad-', 'ㅤ가'])('%j is none', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})
