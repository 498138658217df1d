import { describe, expect, it } from 'vitest'
import type { SeenSentences, UnknownGroup, UsedSentences } from '#src/contract/not-understood.ts'
import {
  describeCount,
  describeFrequency,
  describeOutcomes,
  describeTaken,
} from '#src/features/not-understood/describe-group.ts'
import {
  createSentenceController,
  leaveOut,
  listQuestions,
} from '#src/features/not-understood/sentence-controller.ts'
import { beginWith, findUsed } from '#src/features/intents/begin-with-sentences.ts'
import { NEW_QUESTIONS } from '#src/features/intents/intent-values.ts'
import { readDefaults } from '#src/ui/list/column-values.ts'

const at = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`
/** A group of these wordings, each written once more than the one after it. */
function makeGroup(...texts: string[]): UnknownGroup {
  const wordings = texts.map((text, index) => ({
    key: `key ${text}`,
    text,
    count: texts.length - index,
    lastAt: at(index),
  }))
  return {
    key: `key ${texts[0]}`,
    text: texts[0] ?? '',
    wordings,
    sentences: texts.map((text, index) => ({
      id: `id ${text}`,
      key: `key ${text}`,
      text,
      chatId: 'chat',
      messageId: `message ${text}`,
      at: at(index),
      outcome: index === 0 ? 'asked' : 'handedOver',
    })),
    count: wordings.reduce((sum, { count }) => sum + count, 0),
    firstAt: at(0),
    lastAt: at(texts.length - 1),
    suggestion: 'Yes.',
  }
}

describe('taking sentences out of the list', () => {
  it('sends what was seen of the chosen wordings, and says where they went', async () => {
    const sent: (UsedSentences | SeenSentences)[] = []
    const calls = {
      use: (used: UsedSentences) => Promise.resolve(void sent.push(used)).then(() => null),
      dismiss: (seen: SeenSentences) => Promise.resolve(void sent.push(seen)).then(() => null),
    }
    const gone: string[] = []
    const controller = createSentenceController({
      calls,
      onTaken: (wordings) => gone.push(...wordings.map(({ text }) => text)),
    })
    const group = makeGroup('a', 'b', 'c')
    const wordings = group.wordings.slice(0, 2)
    await controller.use({ group, place: 4, wordings }, 'letters')
    const seen = { keys: ['key a', 'key b'], until: at(1), count: 5 }
    expect(sent).toEqual([{ seen, texts: ['a', 'b'], intentName: 'letters' }])
    expect(controller.state.get()).toEqual({
      busy: null,
      failed: null,
      taken: { place: 4, text: 'a', intentName: 'letters' },
    })
    await controller.dismiss({ group, place: 0, wordings: group.wordings })
    expect(sent[1]).toEqual({ keys: ['key a', 'key b', 'key c'], until: at(2), count: 6 })
    expect(gone).toEqual(['a', 'b', 'a', 'b', 'c'])
    await controller.dismiss({ group, place: 0, wordings: [] })
    expect(sent).toHaveLength(2)
  })

  it('says beside the group why it was not done, and takes nothing out', async () => {
    const gone: unknown[] = []
    const controller = createSentenceController({
      calls: { use: () => Promise.resolve('Taken.'), dismiss: () => Promise.resolve(null) },
      onTaken: (wordings) => gone.push(wordings),
    })
    const group = makeGroup('a')
    const using = controller.use({ group, place: 0, wordings: group.wordings }, 'letters')
    expect(controller.state.get().busy).toBe('key a')
    // One at a time.
    await controller.dismiss({ group, place: 0, wordings: group.wordings })
    await using
    expect(controller.state.get()).toEqual({
      busy: null,
      failed: { key: 'key a', message: 'Taken.' },
      taken: null,
    })
    expect(gone).toEqual([])
  })

  it('leaves the rest of a group under its next wording', () => {
    const [one, other] = [makeGroup('a', 'b'), makeGroup('c')]
    expect(leaveOut([one, other], one.wordings.slice(0, 1))).toMatchObject([
      { key: 'key b', text: 'b', count: 1, wordings: [{ text: 'b' }], sentences: [{ text: 'b' }] },
      other,
    ])
    expect(leaveOut([one, other], one.wordings)).toEqual([other])
  })

  it('makes ten questions at most', () => {
    const { wordings } = makeGroup(...'abcdefghijkl')
    expect(listQuestions(wordings)).toEqual([...'abcdefghij'])
  })
})

describe('what is said of them', () => {
  const now = Date.parse(at(59))
  it('is how often, when, and what the bot did', () => {
    expect(describeFrequency(makeGroup('a', 'b'), now)).toBe('3 times, the last 58 minutes ago')
    expect(describeFrequency(makeGroup('a'), now)).toBe('Once, 59 minutes ago')
    expect(describeOutcomes(makeGroup('a', 'b'))).toBe('The bot asked what was meant, handed over to staff')
    expect(describeOutcomes({ ...makeGroup('a'), sentences: [] })).toBe('')
  })

  it('is how many there are, those that are not listed too', () => {
    expect(describeCount({ groups: [], total: 0 })).toBe('')
    expect(describeCount({ groups: [makeGroup('a'), makeGroup('b', 'c')], total: 4 })).toBe(
      '4 sentences in 2 groups',
    )
    expect(describeCount({ groups: [makeGroup('a')], total: 4 })).toBe('4 sentences, the largest 1 group')
  })

  it('is where they went', () => {
    expect(describeTaken({ place: 0, text: 'a', intentName: null })).toBe('Dismissed: “a”.')
    expect(describeTaken({ place: 0, text: 'a', intentName: 'x' })).toContain('once they are published')
  })
})

describe('a new intent of what guests said', () => {
  const takeOut = () => Promise.resolve()
  const columns = [NEW_QUESTIONS, 'response', 'name'].map((key) => ({
    key,
    header: key,
    kind: 'text' as const,
    read: () => '',
  }))
  const definition = {
    type: 'intents',
    title: 'Intents',
    noun: { one: 'intent', many: 'intents' },
    columns,
    idOf: () => '',
    nameOf: () => '',
  }

  it('begins with their words and the answer of staff', () => {
    const begun = beginWith(definition, { group: makeGroup('a', 'b'), takeOut })
    expect(readDefaults(begun.columns, 0)).toEqual({
      [NEW_QUESTIONS]: ['a', 'b', ''],
      response: 'Yes.',
      name: '',
    })
    expect(beginWith(definition, null)).toBe(definition)
  })

  it('takes out of the list what has become questions, and the rest only with all that were offered', () => {
    const group = makeGroup(...'abcdefghijkl')
    const offered = [...'abcdefghij']
    expect(findUsed(group, { [NEW_QUESTIONS]: [...offered, 'more', ''] })?.keys).toHaveLength(12)
    expect(findUsed(group, { [NEW_QUESTIONS]: ['B ', 'x', ''] })?.keys).toEqual(['key b'])
    expect(findUsed(group, { [NEW_QUESTIONS]: ['x', ''] })).toBeNull()
  })
})
