import type { TrainingSet } from '../store/bot/bot-tables.ts'
import { createTextKey } from '../text.ts'

/** An intent as a version knows it. */
export interface NamedIntent {
  /** What it is called, or was last; null where nobody knows any more. */
  name: string | null
  /** It was deleted since: the bot does nothing about it. */
  isGone: boolean
}

export interface VersionDifference {
  added: { intent: NamedIntent; text: string }[]
  removed: { intent: NamedIntent; text: string }[]
  moved: { text: string; from: NamedIntent; to: NamedIntent }[]
  /** How many there are of each: no more than `MAX_LISTED` are listed. */
  totals: { added: number; removed: number; moved: number }
}

const MAX_LISTED = 500

/**
 * What the bot would understand in another way with `next` in place of `present`. `names`: the intents that there are, by
 * their ids.
 */
export function compareVersions(
  present: readonly TrainingSet[],
  next: readonly TrainingSet[],
  names: ReadonlyMap<string, string>,
): VersionDifference {
  const before = indexQuestions(present)
  const after = indexQuestions(next)
  const nameOf = createNaming([...present, ...next], names)
  const describe = ({ intentId, text }: Question) => ({ intent: nameOf(intentId), text })
  const added = [...after].flatMap(([key, question]) => (before.has(key) ? [] : [describe(question)]))
  const removed = [...before].flatMap(([key, question]) => (after.has(key) ? [] : [describe(question)]))
  const moved = [...after].flatMap(([key, { intentId, text }]) => {
    const from = before.get(key)?.intentId ?? intentId
    return from === intentId ? [] : [{ text, from: nameOf(from), to: nameOf(intentId) }]
  })
  return {
    added: added.slice(0, MAX_LISTED),
    removed: removed.slice(0, MAX_LISTED),
    moved: moved.slice(0, MAX_LISTED),
    totals: { added: added.length, removed: removed.length, moved: moved.length },
  }
}

interface Question {
  intentId: string
  text: string
}

function indexQuestions(sets: readonly TrainingSet[]): Map<string, Question> {
  return new Map(
    sets.flatMap(({ intentId, questions }) =>
      questions.map((text): [string, Question] => [createTextKey(text), { intentId, text }]),
    ),
  )
}

/** By their present names; those that are gone by the last that a version knows. */
function createNaming(
  sets: readonly TrainingSet[],
  names: ReadonlyMap<string, string>,
): (id: string) => NamedIntent {
  const former = new Map(sets.flatMap(({ intentId, name }) => (name === undefined ? [] : [[intentId, name]])))
  return (id) => ({ name: names.get(id) ?? former.get(id) ?? null, isGone: !names.has(id) })
}
