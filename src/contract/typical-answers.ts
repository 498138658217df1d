import * as v from 'valibot'
import { configRowFields, type ConfigRow } from './config-rows.ts'
import { rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** A saved answer (CONTRACT section 6). */
export interface TypicalAnswer extends ConfigRow {
  label: string
  answer: string
}

const answerFields: LenientFields<Omit<TypicalAnswer, 'unreadable'>> = {
  ...configRowFields,
  label: { schema: v.string(), otherwise: '' },
  answer: { schema: v.string(), otherwise: '' },
}
export const typicalAnswersSchema = rowsSchema(answerFields)
export const typicalAnswerSchema = rowSchema(answerFields)
