import * as v from 'valibot'
import { idSchema } from './lenient.ts'

/** Sentences that differ in letter case and spaces only. */
const wordingSchema = v.object({
  key: idSchema,
  /** As it was written last. */
  text: v.string(),
  count: v.number(),
  lastAt: v.string(),
})
export type UnknownWording = v.InferOutput<typeof wordingSchema>

/** One of a group's newest, with the message that it was. */
const sentenceSchema = v.object({
  id: idSchema,
  /** Of its wording. */
  key: idSchema,
  text: v.string(),
  chatId: idSchema,
  messageId: idSchema,
  at: v.string(),
  /** `asked`: the bot asked what was meant; `handedOver`: it called for a person. Or any other word. */
  outcome: v.string(),
})
export type UnknownSentence = v.InferOutput<typeof sentenceSchema>

/** What guests said alike and the bot did not understand. */
const groupSchema = v.object({
  /** Of the wording that it is shown as. */
  key: idSchema,
  text: v.string(),
  /** All of them, the most frequent first. */
  wordings: v.array(wordingSchema),
  sentences: v.array(sentenceSchema),
  count: v.number(),
  firstAt: v.string(),
  lastAt: v.string(),
  /** What staff answered one of them; null where they did not. */
  suggestion: v.nullable(v.string()),
})
export type UnknownGroup = v.InferOutput<typeof groupSchema>

/** `GET /api/luis/not-understood` (docs/decisions/046-what-was-not-understood.md). */
export const notUnderstoodSchema = v.object({
  groups: v.array(groupSchema),
  /** All sentences, those of groups that are not listed too. */
  total: v.number(),
})
export type NotUnderstood = v.InferOutput<typeof notUnderstoodSchema>

/** As sentences are sent back: their wordings, and how far they were read, so that nothing goes that nobody has seen. */
export interface SeenSentences {
  keys: string[]
  until: string
  count: number
}

/** What of a group becomes questions of which intent. */
export interface UsedSentences {
  seen: SeenSentences
  texts: readonly string[]
  intentName: string
}

/** Questions that one call adds at most. */
export const MAX_USED_TEXTS = 10

export const usedSentencesSchema = v.object({ used: v.number() })
export const dismissedSentencesSchema = v.object({ dismissed: v.number() })

/** The given wordings of a group as they were read; at least one. */
export function describeSeen(wordings: readonly UnknownWording[]): SeenSentences {
  return {
    keys: wordings.map(({ key }) => key),
    until: wordings.reduce((newest, { lastAt }) => (lastAt > newest ? lastAt : newest), ''),
    count: wordings.reduce((sum, { count }) => sum + count, 0),
  }
}
