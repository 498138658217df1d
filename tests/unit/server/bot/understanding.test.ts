import { describe, expect, it } from 'vitest'
import { learnQuestions, readClassifier } from '#server/bot/classifier.ts'
import { countEdits, Speller } from '#server/bot/understanding/typos.ts'
import { foldText, splitWords } from '#server/bot/understanding/words.ts'
import { readYesOrNo } from '#server/campaigns/answer-campaign.ts'

const QUESTIONS: Record<string, string[]> = {
  breakfast: ['What time is breakfast?', 'breakfast hours', 'Когда завтрак?', 'متى الفطور؟'],
  towels: ['Please bring fresh towels', 'we need more towels', 'อยากได้ผ้าเช็ดตัว', 'तौलिये चाहिए'],
  luggage: ['Can you keep our luggage after check-out?', 'where can we leave our luggage', '荷物を預けたい'],
  bath: ['🛁', 'Can I book the bath?', '👨‍👩‍👧'],
}

async function learn(questions: Readonly<Record<string, readonly string[]>>) {
  const sets = Object.entries(questions).map(([intentId, texts]) => ({ intentId, questions: texts }))
  return readClassifier((await learnQuestions(sets)).understanding)
}

describe('a question’s very words', () => {
  it.each(
    Object.entries(QUESTIONS).flatMap(([intent, texts]) => texts.map((text) => [text, intent] as const)),
  )('are understood: %s', async (text, intent) => {
    const classifier = await learn(QUESTIONS)
    expect(classifier.classify(text)).toBe(intent)
    expect(classifier.classify(` ${text.toUpperCase().replace(/[?؟]/g, '')}  `)).toBe(intent)
  })

  it('mean neither of two intents that have them', async () => {
    const classifier = await learn({ a: ['Tea-time?', 'one lump'], b: ['tea time', 'two sugars'] })
    expect(classifier.classify('tea time')).toBeNull()
    expect(classifier.rank('tea time').map(({ score }) => score)).toEqual([1, 1])
  })
})

describe('other wording', () => {
  it.each([
    ['we need mroe towles plaese', 'towels'],
    ['where could we store our suitcases after checking out', 'luggage'],
    ['until when can we have brekfast', 'breakfast'],
  ])('is understood: %s', async (text, intent) => {
    expect((await learn(QUESTIONS)).classify(text)).toBe(intent)
  })

  it.each(['', '   ', '?!', '42', 'x'.repeat(20_000), '\u0000\u202e', 'Who invented the steam engine?'])(
    'is not made up: %j',
    async (text) => {
      expect((await learn(QUESTIONS)).classify(text)).toBeNull()
    },
  )
})

describe('words', () => {
  it('end where the script says so', () => {
    expect(splitWords(foldText("What's the Wi-Fi’s name?"))).toEqual(['what', 'the', 'wifi', 'name'])
    expect(splitWords(foldText('荷物を預けたい')).join('')).toBe('荷物を預けたい')
    expect(splitWords(foldText('荷物を預けたい')).length).toBeGreaterThan(2)
    expect(splitWords(foldText('Ça coûte COMBIEN ?'))).toEqual(['ca', 'coute', 'combien'])
    expect(splitWords('👍🏽 ok')).toContain('ok')
  })

  it('that are mistyped are the nearest ones, where one is near', () => {
    const speller = new Speller(['towels', 'breakfast', 'parking', 'late'])
    expect(
      ['towles', 'towels', 'brekafst', 'parkng', 'lat', 'gate', 'owels', 'zzzzzzz'].map((word) =>
        speller.correct(word),
      ),
    ).toEqual(['towels', 'towels', 'brekafst', 'parking', 'lat', 'gate', 'owels', 'zzzzzzz'])
    expect([
      countEdits('towles', 'towels', 2),
      countEdits('a', 'abcd', 2),
      countEdits('kitten', 'sitting', 5),
    ]).toEqual([1, 3, 3])
  })
})

describe('a yes and a no', () => {
  it.each([
    ['Yes please', true],
    ['ja', true],
    ['sí', true],
    ['はい', true],
    ['No', false],
    ['nein danke', false],
    ['لا', false],
    ['what does it cost', null],
  ])('%s', (words, isYes) => {
    expect(readYesOrNo(words)).toBe(isYes)
  })
})
