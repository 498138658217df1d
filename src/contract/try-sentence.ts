import * as v from 'valibot'
import { idSchema } from './lenient.ts'

/** What the bot would make of a sentence with one set of questions (an extension: `bot: ["try"]`). */
const readingSchema = v.object({
  /** The best few, the likeliest first; `score` is 0 to 1. */
  ranked: v.array(v.object({ intentId: idSchema, name: v.string(), score: v.number() })),
  /** The intent that it takes the sentence for; null where it is not sure enough. */
  intentId: v.nullable(idSchema),
  /** What a guest in the house would read, line by line, and what they could choose; events are for staff. */
  answer: v.array(
    v.object({ kind: v.picklist(['text', 'event']), text: v.string(), choices: v.array(v.string()) }),
  ),
})
export type SentenceReading = v.InferOutput<typeof readingSchema>

/** The answer of `POST /api/luis/try`. */
export const trySentenceSchema = v.object({
  /** By the questions as they are now; null where they can't be learned, or are not yet: `problem` says which. */
  draft: v.nullable(readingSchema),
  problem: v.nullable(v.string()),
  /** By what answers guests; null before anything was published. */
  published: v.nullable(readingSchema),
  /** Which the sentence is in, BCP 47; null where that can't be told. */
  language: v.nullable(v.string()),
})
export type TriedSentence = v.InferOutput<typeof trySentenceSchema>
