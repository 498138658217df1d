import { TYPICAL_ANSWERS } from '#src/online/plans/typical-answers.ts'
import { useListSource } from '#src/online/use-list-source.ts'

/** The saved answers, as who keeps them sees them. */
export function useAnswers() {
  return useListSource(TYPICAL_ANSWERS)
}
