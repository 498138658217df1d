import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'
import type { TypicalAnswerRow } from './configuration-tables.ts'

interface AnswerFields {
  label: string
  answer: string
}

export const AUDITED_ANSWERS: AuditedList<TypicalAnswerRow> = {
  name: 'typical-answers',
  nameOf: ({ label }) => label,
  fieldsOf: ({ label, answer }) => ({ label, answer }),
}

/** All saved answers, the oldest first. */
export function readAnswers(db: Db): Promise<TypicalAnswerRow[]> {
  return db.selectFrom('typicalAnswers').selectAll().orderBy('createdAt').orderBy('id').execute()
}

export function lockAnswer(tx: Tx, id: string): Promise<TypicalAnswerRow | undefined> {
  return tx.selectFrom('typicalAnswers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertAnswer(tx: Tx, fields: AnswerFields): Promise<TypicalAnswerRow> {
  return tx
    .insertInto('typicalAnswers')
    .values({ id: createId(), ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateAnswer(tx: Tx, id: string, { label, answer }: AnswerFields): Promise<TypicalAnswerRow> {
  return tx
    .updateTable('typicalAnswers')
    .set({ label, answer })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteAnswer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('typicalAnswers').where('id', '=', id).execute()
}
