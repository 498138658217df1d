import type { TrainingSet, TrainingWarning } from '../../store/bot/bot-tables.ts'
import { createVectors, writeKey, type Model } from './model.ts'
import type { SparseVector } from './regression.ts'

/** Beyond that nobody reads them. */
const MOST_WARNINGS = 100
/** From here on two questions say nearly the same, 0 to 1. */
const ALIKE = 0.6

interface Question {
  label: number
  text: string
  vector: SparseVector
}

/**
 * Questions in which two intents can't be told apart: those that both have in another spelling, and those that are nearer to
 * one of another intent than to any of their own.
 */
export function findWarnings(model: Model, sets: readonly TrainingSet[]): TrainingWarning[] {
  const vectorise = createVectors(model)
  const questions = sets.flatMap(({ questions: texts }, label) =>
    texts.map((text): Question => ({ label, text, vector: vectorise(text) })),
  )
  const findNearest = createSearch(questions, sets.length)
  const warnings: TrainingWarning[] = []
  for (const [index, { label, text }] of questions.entries()) {
    const shared = (model.questions.get(writeKey(text)) ?? []).find((other) => other !== label)
    const nearest = shared ?? findNearest(index)
    const [intentId, otherId] = [model.intentIds[label], model.intentIds[nearest ?? -1]]
    if (intentId === undefined || otherId === undefined) continue
    warnings.push({ intentId, question: text, otherId, kind: shared === undefined ? 'alike' : 'same' })
    if (warnings.length === MOST_WARNINGS) break
  }
  return warnings
}

/** Finds the other intent that has a question nearer to one than all of its own intent; null where none has. */
function createSearch(questions: readonly Question[], intents: number): (index: number) => number | null {
  const byFeature = new Map<number, { index: number; value: number }[]>()
  for (const [index, { vector }] of questions.entries()) {
    for (const [entry, feature] of vector.indexes.entries()) {
      const having = byFeature.get(feature) ?? []
      having.push({ index, value: vector.values[entry] ?? 0 })
      byFeature.set(feature, having)
    }
  }
  return (index) => {
    const asked = questions[index]
    if (!asked) return null
    const likeness = new Float32Array(questions.length)
    for (const [entry, feature] of asked.vector.indexes.entries()) {
      const value = asked.vector.values[entry] ?? 0
      for (const other of byFeature.get(feature) ?? []) {
        likeness[other.index] = (likeness[other.index] ?? 0) + value * other.value
      }
    }
    const best = new Float32Array(intents)
    for (const [other, { label }] of questions.entries()) {
      if (other !== index) best[label] = Math.max(best[label] ?? 0, likeness[other] ?? 0)
    }
    const own = best[asked.label] ?? 0
    const nearest = best.reduce(
      (found, value, label) => (value > (best[found] ?? 0) ? label : found),
      asked.label,
    )
    return nearest !== asked.label && (best[nearest] ?? 0) >= Math.max(ALIKE, own) ? nearest : null
  }
}
