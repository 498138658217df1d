import * as v from 'valibot'
import { idSchema, readableItems } from './lenient.ts'

/** A label or an answer that is missing leaves the other one to be found and used by. */
const words = v.fallback(v.optional(v.string(), ''), '')
const typicalAnswerSchema = v.object({ id: idSchema, label: words, answer: words })
export type TypicalAnswer = v.InferOutput<typeof typicalAnswerSchema>
export const typicalAnswersSchema = readableItems(typicalAnswerSchema)
