import { describe, expect, it } from 'vitest'
import { readShipped } from '#server/bot/strings/shipped.ts'

const ENGLISH = readShipped('en')
/** Words that the bot waits for, whatever language the guest speaks. */
const KEYWORDS = /'person'|\bYes\b/g
const listFixed = (text: string) => [
  ...(text.match(/\{\w+\}/g) ?? []).sort(),
  ...(text.match(KEYWORDS) ?? []).sort(),
]

describe('the bot’s shipped texts', () => {
  it.each(['ar', 'de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'])(
    'are there in %s, with the placeholders and keywords of the English ones',
    (locale) => {
      for (const [key, text] of Object.entries(readShipped(locale))) {
        const english = new Map(Object.entries(ENGLISH)).get(key) ?? ''
        expect(text, key).not.toBe(english)
        expect(text.trim(), key).not.toBe('')
        expect(listFixed(text), key).toEqual(listFixed(english))
      }
    },
  )

  it('are those of the language where a locale has none of its own, and English without one', () => {
    expect(readShipped('zh-TW')).toBe(readShipped('zh'))
    expect(readShipped('ar-EG')).toBe(readShipped('ar'))
    expect(readShipped('ko')).toBe(ENGLISH)
  })
})
