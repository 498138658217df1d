import * as v from 'valibot'
import { idSchema, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/** A saved answer (CONTRACT section 6). */
export interface TypicalAnswer extends Marked {
  id: string
  label: string
  answer: string
}

const answerFields: LenientFields<Omit<TypicalAnswer, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  label: { schema: v.string(), otherwise: '' },
  answer: { schema: v.string(), otherwise: '' },
}
export const typicalAnswersSchema = rowsSchema(answerFields)
