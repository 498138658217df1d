import * as v from 'valibot'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { wordsSchema } from '../../http/text-schemas.ts'

const MAX_LABEL_CHARS = 200

/** `POST /api/manager/typical-answers/`: an answer is sent as one message. */
export const newAnswerSchema = v.object({
  label: wordsSchema('The label', MAX_LABEL_CHARS),
  answer: wordsSchema('The response', MAX_MESSAGE_CHARS),
})

/** `PUT …/{id}`: what is absent stays. */
export const answerPatchSchema = v.partial(newAnswerSchema)
