import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSentences, type Groupable } from '#server/bot/group-sentences.ts'

const NEWEST = Date.UTC(2026, 10, 1)
/** Each said once, the first last. */
const say = (...texts: string[]): Groupable[] =>
  texts.map((text, index) => ({
    key: `key-${text}`,
    text,
    count: 1,
    lastAt: new Date(NEWEST - index * 60_000),
  }))
const group = (sentences: readonly Groupable[]) =>
  groupSentences(sentences).map(({ members }) => members.map(({ text }) => text))

describe('sentences that say alike', () => {
  it('are none where there are none, and one where there is one', () => {
    expect(group([])).toEqual([])
    expect(group(say('Is there a pool?'))).toEqual([['Is there a pool?']])
  })

  it.each([
    ['letter case, marks and blanks', ['Is there a pool?', 'is there  a POOL', 'is there a pool!!']],
    ['a slip of the pen', ['is there a swimming pool', 'is there a swiming pool']],
    ['an ending', ['bring towels please', 'bring towel please']],
    ['accents', ['Wann gibt es Frühstück?', 'wann gibt es fruhstuck']],
    ['numbers', ['towels to 1204', 'towels to 1310 please']],
    ['a word more', ['what is the wifi password', 'what is the wifi password here']],
    ['Chinese', ['可以延迟退房吗', '可以延迟退房吗？谢谢']],
    ['Japanese', ['朝食は何時ですか', '朝食は何時からですか']],
    ['Thai', ['ขอผ้าเช็ดตัว', 'ขอผ้าเช็ดตัวหน่อย']],
    ['Arabic', ['متى يبدأ الفطور', 'متى يبدأ الفطور؟']],
  ])('are one group in spite of %s', (_, texts) => {
    expect(group(say(...texts))).toHaveLength(1)
  })

  it.each([
    ['what they ask for', ['is there a pool', 'is there a spa', 'is there a gym']],
    ['what they ask of it', ['when is breakfast', 'how much is breakfast in the room']],
    ['their words, in Chinese', ['可以延迟退房吗', '早餐几点开始']],
    ['their emoji', ['👍', '👎', '👍👍']],
    ['their one letter', ['k', 'y', '我']],
    ['words alike only in a few letters', ['towel please', 'tower please']],
  ])('are not one where they differ in %s', (_, texts) => {
    expect(group(say(...texts))).toHaveLength(texts.length)
  })

  it('come with the most frequent first, then the newest, and are shown as their most frequent', () => {
    const [pool, spa, gym] = say('is there a pool', 'is there a spa', 'is there a gym')
    if (!pool || !spa || !gym) throw new Error('there are three')
    const plural = { ...pool, key: 'plural', text: 'is there a pool here', count: 4 }
    expect(group([spa, gym, pool, plural])).toEqual([
      ['is there a pool here', 'is there a pool'],
      ['is there a spa'],
      ['is there a gym'],
    ])
    expect(groupSentences([pool, plural]).map(({ count }) => count)).toEqual([5])
  })

  it('are the same groups in whatever order they come', () => {
    const texts = [
      'is there a pool',
      'is there a poool',
      'pool?',
      'is there a spa',
      '👍',
      '早餐几点',
      '早餐 几点？',
    ]
    const sentences = say(...texts)
    const expected = group(sentences)
    fc.assert(
      fc.property(fc.shuffledSubarray(sentences, { minLength: sentences.length }), (shuffled) => {
        expect(group(shuffled)).toEqual(expected)
      }),
    )
  })

  it('each belong to one group, whatever they hold', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 30 }), (texts) => {
        const sentences = say(...texts)
        expect(group(sentences).flat().sort()).toEqual([...texts].sort())
      }),
    )
  })

  it('are found among two thousand', () => {
    const texts = Array.from({ length: 1_000 }, (_, index) => {
      const thing = [...String(index)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('o')
      return [`do you have ${thing}axe${thing}`, `do you have ${thing}axe${thing}??`]
    }).flat()
    const groups = group(say(...texts))
    expect(groups.every((members) => members.length >= 2)).toBe(true)
    expect(groups.flat()).toHaveLength(2_000)
  })
})
