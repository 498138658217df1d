import * as v from 'valibot'
import { idSchema } from './lenient.ts'

const typicalAnswerSchema = v.object({ id: idSchema, label: v.string(), answer: v.string() })
export type TypicalAnswer = v.InferOutput<typeof typicalAnswerSchema>
export const typicalAnswersSchema = v.array(typicalAnswerSchema)
