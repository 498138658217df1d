import type { TrainingSet } from './bot-tables.ts'
import type { IntentRow } from './intents.ts'

/** What an intent is trained with. */
export function describeSet({ id, name, questions }: IntentRow): TrainingSet {
  return { intentId: id, name, questions: questions.map(({ text }) => text) }
}

/** A model is made of its questions, in whatever order; what an intent is called makes no difference. */
export function writeSetKey({ questions }: TrainingSet): string {
  return JSON.stringify([...questions].sort())
}

export function isSameSets(one: readonly TrainingSet[], other: readonly TrainingSet[]): boolean {
  const write = (sets: readonly TrainingSet[]) =>
    sets.map((set) => `${set.intentId} ${writeSetKey(set)}`).sort()
  return JSON.stringify(write(one)) === JSON.stringify(write(other))
}

/** How much a model was trained with. */
export function countSets(sets: readonly TrainingSet[]): { questions: number; intents: number } {
  return { questions: sets.reduce((count, set) => count + set.questions.length, 0), intents: sets.length }
}
