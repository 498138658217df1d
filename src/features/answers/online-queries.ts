import { typicalAnswerCalls } from '#src/api/typical-answers.ts'
import { typicalAnswersSchema, type TypicalAnswer } from '#src/contract/typical-answers.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'

export type { TypicalAnswer }

const ANSWERS: ListPlan<TypicalAnswer, object> = {
  name: 'typical-answers',
  schema: typicalAnswersSchema,
  ...typicalAnswerCalls,
}

/** The saved answers, as who keeps them sees them. */
export function useAnswers() {
  return useListSource(ANSWERS)
}
