import { sql } from 'kysely'
import { ApiError, failInvalid, failNotFound } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { createTextKey, foldCase } from '../../text.ts'
import { recordChange } from '../configuration/audit.ts'
import type { WriteScope } from '../configuration/write-scope.ts'
import type { Tx } from '../store.ts'
import { AUDITED_INTENTS, groupByIntent, lockIntent, type IntentRow } from './intents.ts'

/** A question, and the name of the intent that it is trained for. */
export interface NewQuestion {
  text: string
  intentName: string
}

/** An intent's questions: training takes the longer the more there are. */
const MAX_QUESTIONS = 500

type Question = IntentRow['questions'][number]
type Scope = Pick<WriteScope, 'tx' | 'by'>

/**
 * Adds questions, all or none, and gives them in their order. Throws 422 where an intent is not there or would have too
 * many, 409 `question_taken` where an intent has one already.
 */
export async function addQuestions(scope: Scope, asked: readonly NewQuestion[]): Promise<Question[]> {
  const { tx } = scope
  const intents = await tx.selectFrom('intents').select(['id', 'name']).execute()
  const found = asked.map(({ text, intentName }) => {
    const intent = intents.find(({ name }) => foldCase(name) === foldCase(intentName))
    if (!intent) throw failInvalid(`There is no intent '${intentName}'.`)
    return { text, intentId: intent.id, intentName: intent.name }
  })
  await checkFree(tx, found)
  const written = await insertQuestions(tx, found)
  for (const [intentId, added] of groupByIntent(written)) {
    const row = await lockIntent(tx, intentId)
    if (!row) continue
    if (row.questions.length > MAX_QUESTIONS) {
      throw failInvalid(`The intent '${row.name}' would have more than ${MAX_QUESTIONS} questions.`)
    }
    await recordQuestions(scope, row, { before: [], after: added })
  }
  return written.map(({ id, text }) => ({ id, text }))
}

/** Writes questions that no intent has; their times keep them in their order. */
export async function insertQuestions<T extends { intentId: string; text: string }>(
  tx: Tx,
  questions: readonly T[],
): Promise<(T & Question)[]> {
  const rows = questions.map((question) => ({ ...question, id: createId() }))
  if (rows.length === 0) return rows
  await tx
    .insertInto('intentQuestions')
    .values(
      rows.map(({ id, intentId, text }, index) => ({
        id,
        intentId,
        text,
        textKey: createTextKey(text),
        createdAt: sql<Date>`clock_timestamp() + make_interval(secs => ${index / 1000}::float8)`,
      })),
    )
    .execute()
  return rows
}

/** Throws 404 where there is no such question. */
export async function deleteQuestion(scope: Scope, id: string): Promise<void> {
  const removed = await scope.tx
    .deleteFrom('intentQuestions')
    .where('id', '=', id)
    .returning(['id', 'text', 'intentId'])
    .executeTakeFirst()
  if (!removed) throw failNotFound('This question')
  const row = await lockIntent(scope.tx, removed.intentId)
  if (row) await recordQuestions(scope, row, { before: [removed], after: [] })
}

/** Names the questions that came or went, and not all the others with them. */
function recordQuestions(
  { tx, by }: Scope,
  row: IntentRow,
  { before, after }: { before: Question[]; after: Question[] },
): Promise<void> {
  return recordChange(tx, by, AUDITED_INTENTS, {
    before: { ...row, questions: before },
    after: { ...row, questions: after },
  })
}

/** Two intents with one question can't be told apart. */
async function checkFree(tx: Tx, asked: readonly NewQuestion[]): Promise<void> {
  const rows = await tx
    .selectFrom('intentQuestions')
    .innerJoin('intents', 'intents.id', 'intentQuestions.intentId')
    .select(['intents.name', 'intentQuestions.textKey'])
    .where('intentQuestions.textKey', 'in', [...new Set(asked.map(({ text }) => createTextKey(text)))])
    .execute()
  const owners = new Map(rows.map(({ textKey, name }) => [textKey, name]))
  for (const { text, intentName } of asked) {
    const key = createTextKey(text)
    const owner = owners.get(key)
    if (owner !== undefined) {
      throw new ApiError(409, 'question_taken', `The intent '${owner}' has the question '${text}' already.`, {
        details: { intentName: owner },
      })
    }
    owners.set(key, intentName)
  }
}
