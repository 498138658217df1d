import { typicalAnswerSchema, typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { createRowCalls } from './rows.ts'

/** The saved answers as who keeps them reads and writes them; the messenger reads them by a call of its own. */
export const typicalAnswerCalls = createRowCalls({
  path: '/api/manager/typical-answers/',
  rows: typicalAnswersSchema,
  row: typicalAnswerSchema,
})
