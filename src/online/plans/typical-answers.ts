import { typicalAnswerCalls } from '#src/api/typical-answers.ts'
import { typicalAnswersSchema, type TypicalAnswer } from '#src/contract/typical-answers.ts'
import type { ListPlan } from '../list-writes.ts'

/** The saved answers. */
export const TYPICAL_ANSWERS: ListPlan<TypicalAnswer, object> = {
  name: 'typical-answers',
  schema: typicalAnswersSchema,
  ...typicalAnswerCalls,
}
