import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeEvent, describeNotice, describeRefusal } from '#guest/words/describe.ts'
import { ENGLISH } from '#guest/words/english.ts'
import { countIn, fillIn } from '#guest/words/fill-in.ts'
import { GERMAN } from '#guest/words/german.ts'
import { loadLanguage } from '#guest/words/load-language.ts'
import { ASKED_FOR_PERSON, COULD_NOT_ANSWER, COULD_NOT_PASS_ON } from '#server/bot/words.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the language of the guest’s page', () => {
  it.each([
    [['de-AT', 'en'], { tag: 'de', locale: 'de-AT', direction: 'ltr' }],
    [['nl-NL', 'pt-BR', 'de'], { tag: 'pt', locale: 'pt-BR', direction: 'ltr' }],
    [['zh-TW'], { tag: 'zh-Hans', locale: 'zh-TW', direction: 'ltr' }],
    [['zh-Hant-HK'], { tag: 'zh-Hans', locale: 'zh-Hant-HK', direction: 'ltr' }],
    [['ar-EG'], { tag: 'ar', locale: 'ar-EG', direction: 'rtl' }],
    [['en-US', 'ja'], { tag: 'en', locale: 'en-US', direction: 'ltr' }],
    [['no locale', 'constructor', 'fr'], { tag: 'fr', locale: 'fr', direction: 'ltr' }],
    [['nl', 'sv'], { tag: 'en', locale: 'en', direction: 'ltr' }],
    [[], { tag: 'en', locale: 'en', direction: 'ltr' }],
  ])('of a browser that prefers %j', async (preferred, language) => {
    expect(await loadLanguage(preferred)).toMatchObject(language)
  })

  it('is asked for again where its words are lost on the way', async () => {
    const load = vi.fn(() => Promise.resolve(GERMAN))
    load.mockRejectedValueOnce(new TypeError('lost'))
    expect((await loadLanguage(['de'], { de: load })).words).toBe(GERMAN)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is English where its words do not come, or not in time', async () => {
    const english = { tag: 'en', locale: 'en', words: ENGLISH }
    const lost = () => Promise.reject(new TypeError('lost'))
    expect(await loadLanguage(['de', 'fr'], { de: lost })).toMatchObject(english)
    vi.useFakeTimers()
    const loading = loadLanguage(['de'], { de: () => new Promise(() => undefined) })
    await vi.runAllTimersAsync()
    expect(await loading).toMatchObject(english)
  })
})

describe('what is put together', () => {
  it('has its values in place, and what has no value as it was', () => {
    expect(fillIn('{a} and {b}{a}', { a: '1', b: '{a}' })).toBe('1 and {a}1')
    expect(fillIn('{unknown}', {})).toBe('{unknown}')
  })

  it('is counted as the language counts', async () => {
    const count = async (locale: string, number: number) => {
      const language = await loadLanguage([locale])
      return countIn(language, language.words.survey.stars, number)
    }
    expect([await count('en', 1), await count('en', 2)]).toEqual(['1 star', '2 stars'])
    expect([await count('de', 1), await count('ja', 3)]).toEqual(['1 Stern', '星3つ'])
    expect([await count('ar', 1), await count('ar', 2)]).toEqual(['نجمة واحدة', 'نجمتان'])
    expect(await count('ar-EG', 5)).toBe('٥ نجوم')
  })
})

describe('what the hotel answers', () => {
  const refusal = { code: 'forbidden', message: 'Not from you.' }

  it('is said by its code, and to who reads English in its own words', async () => {
    const [english, german] = [await loadLanguage(['en']), await loadLanguage(['de'])]
    expect(describeRefusal(english, refusal)).toBe('Not from you.')
    expect(describeRefusal(english, { ...refusal, message: '' })).toBe(ENGLISH.refusal.forbidden)
    expect(describeRefusal(german, refusal)).toBe(GERMAN.refusal.forbidden)
    for (const code of ['', 'never heard of', 'constructor']) {
      expect(describeRefusal(german, { ...refusal, code }), code).toBe(GERMAN.refusal.unknown)
    }
    for (const code of ['invalid', 'bad_request', 'too_large', 'too_many_requests', 'unavailable']) {
      expect(describeRefusal(german, { ...refusal, code }), code).not.toBe(GERMAN.refusal.unknown)
    }
  })

  it('is told with what becomes of the guest’s words', async () => {
    const german = await loadLanguage(['de'])
    expect(describeNotice(german, { kind: 'newConversation' })).toBe(GERMAN.notice.newConversation)
    expect(describeNotice(german, { kind: 'refused', refusal })).toBe(GERMAN.refusal.forbidden)
    const later = describeNotice(german, { kind: 'later', refusal: { code: 'unavailable', message: 'x' } })
    expect(later).toBe(fillIn(GERMAN.notice.later, { reason: GERMAN.refusal.unavailable }))
    expect(describeNotice(await loadLanguage([]), { kind: 'later', refusal })).toBe(
      'Not from you. What you wrote is kept and sent by itself.',
    )
  })
})

describe('an event of the thread', () => {
  it('is said in the guest’s language, with names in their own direction', async () => {
    const german = await loadLanguage(['de'])
    expect(describeEvent(german, ASKED_FOR_PERSON)).toBe(GERMAN.events.personAsked)
    expect(describeEvent(german, COULD_NOT_ANSWER)).toBe(GERMAN.events.notAnswered)
    expect(describeEvent(german, COULD_NOT_PASS_ON)).toBe(GERMAN.events.notPassedOn)
    expect(describeEvent(german, 'Alex Kim passed the chat to Sam (night)')).toBe(
      '\u2068Alex Kim\u2069 hat den Chat an \u2068Sam (night)\u2069 übergeben',
    )
  })

  it('that the page does not know is left to its own words', async () => {
    expect(describeEvent(await loadLanguage(['de']), 'The lift was repaired')).toBeNull()
  })
})
