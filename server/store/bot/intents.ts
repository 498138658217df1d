import { sql } from 'kysely'
import * as v from 'valibot'
import { ApiError, failConflict, failInvalid } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { foldCase } from '../../text.ts'
import type { AuditedList } from '../configuration/audit.ts'
import type { Db, Tx } from '../store.ts'
import { NEEDS_HELP } from '#src/contract/intents.ts'
import { dialogSchema, OWN_DIALOGS, type BotDialog } from './dialog.ts'

/** An intent with its questions in the order in which they were written. */
export interface IntentRow {
  id: string
  name: string
  isStatic: boolean
  /** The name under which one of the bot's own came; null of every other. */
  origin: string | null
  /** Null: nothing was said yet of what it does. */
  dialog: BotDialog | null
  questions: { id: string; text: string }[]
  version: number
}

export const AUDITED_INTENTS: AuditedList<IntentRow> = {
  name: 'intents',
  nameOf: ({ name }) => name,
  fieldsOf: ({ name, questions, dialog }) => {
    const { cards: _, ...fields } = dialog ?? {}
    return { name, questions: questions.map(({ text }) => text), ...fields }
  },
}

/** All intents, the oldest first. */
export async function readIntents(db: Db): Promise<IntentRow[]> {
  const rows = await selectIntents(db).orderBy('createdAt').orderBy('id').execute()
  const questions = await selectQuestions(db).execute()
  const byIntent = groupByIntent(questions)
  return rows.map((row) => describeRow(row, byIntent.get(row.id) ?? []))
}

/** Undefined where there is none. */
export async function readIntent(db: Db, id: string): Promise<IntentRow | undefined> {
  const row = await selectIntents(db).where('id', '=', id).executeTakeFirst()
  return row && describeRow(row, await selectQuestions(db).where('intentId', '=', id).execute())
}

/** What an intent is called and does, without its questions. Undefined where there is none. */
export async function readDialog(db: Db, id: string): Promise<Omit<IntentRow, 'questions'> | undefined> {
  return (await readDialogs(db, [id])).get(id)
}

/** Several at once, by their ids. */
export async function readDialogs(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Omit<IntentRow, 'questions'>>> {
  const rows = await selectIntents(db)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => {
      const { questions: _, ...rest } = describeRow(row, [])
      return [row.id, rest]
    }),
  )
}

/** As `readIntent`, locked for this transaction. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow | undefined> {
  const row = await tx.selectFrom('intents').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row && readIntent(tx, id)
}

/** Throws 409 `name_taken` where a dialog is called so, in whatever letter case. */
export async function insertIntent(tx: Tx, name: string): Promise<IntentRow> {
  const id = createId()
  await checkName(tx, id, name)
  await tx.insertInto('intents').values({ id, name, dialog: null, origin: null }).execute()
  return readWritten(tx, id)
}

/** Throws 409 `name_taken` where another dialog is called so, in whatever letter case. */
export async function renameIntent(tx: Tx, id: string, name: string): Promise<IntentRow> {
  await checkName(tx, id, name)
  await tx.updateTable('intents').set({ name, updatedAt: now }).where('id', '=', id).execute()
  return readWritten(tx, id)
}

/**
 * Writes what an intent does; the hotel's cards stay. Throws 422 where it leads to a dialog or a department that is not
 * there.
 */
export async function writeDialog(tx: Tx, before: IntentRow, asked: BotDialog): Promise<IntentRow> {
  const intents = await tx.selectFrom('intents').select(['id', 'name']).execute()
  const resolve = (redirectTo: string) => findDialog([...OWN_DIALOGS, ...intents], redirectTo)
  await checkDepartment(tx, asked.department)
  const cards = before.dialog?.cards
  const dialog: BotDialog = {
    ...asked,
    redirectTo: resolve(asked.redirectTo),
    choices: asked.choices.map((choice) => ({ ...choice, redirectTo: resolve(choice.redirectTo) })),
    ...(cards === undefined ? {} : { cards }),
  }
  await tx
    .updateTable('intents')
    .set({ dialog: JSON.stringify(dialog), updatedAt: now })
    .where('id', '=', before.id)
    .execute()
  return readWritten(tx, before.id)
}

/** Throws 409: `static_intent` for one of the bot's own, `conflict` while others lead to it. */
export async function deleteIntent(tx: Tx, { id, name, isStatic }: IntentRow): Promise<void> {
  if (isStatic) {
    throw new ApiError(409, 'static_intent', `'${name}' is one of the bot's own and can't be deleted.`)
  }
  const others = (await readIntents(tx)).filter((other) => other.id !== id && leadsTo(other.dialog, id))
  if (others.length > 0) {
    const names = others.map((other) => other.name)
    throw failConflict(
      `The intent '${name}' is where ${names.map((other) => `'${other}'`).join(', ')} lead to. Lead them elsewhere first.`,
      { intents: names },
    )
  }
  await tx.deleteFrom('intents').where('id', '=', id).execute()
}

/** How many intents write tickets for a department. */
export async function countIntentsOf(tx: Tx, departmentId: string): Promise<number> {
  const row = await tx
    .selectFrom('intents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<string>`dialog ->> 'department'`, '=', departmentId)
    .executeTakeFirstOrThrow()
  return row.count
}

export function groupByIntent<T extends { intentId: string }>(questions: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const question of questions) {
    const group = groups.get(question.intentId)
    if (group) group.push(question)
    else groups.set(question.intentId, [question])
  }
  return groups
}

const now = sql<Date>`clock_timestamp()`

function selectIntents(db: Db) {
  return db.selectFrom('intents').select(['id', 'name', 'isStatic', 'origin', 'dialog', 'version'])
}

function selectQuestions(db: Db) {
  return db
    .selectFrom('intentQuestions')
    .select(['id', 'intentId', 'text'])
    .orderBy('createdAt')
    .orderBy('id')
}

function describeRow(
  row: Omit<IntentRow, 'dialog' | 'questions'> & { dialog: unknown },
  questions: { id: string; text: string }[],
): IntentRow {
  return {
    ...row,
    dialog: row.dialog === null ? null : v.parse(dialogSchema, row.dialog),
    questions: questions.map(({ id, text }) => ({ id, text })),
  }
}

async function readWritten(tx: Tx, id: string): Promise<IntentRow> {
  const row = await readIntent(tx, id)
  if (!row) throw new Error('the intent that was written is not there')
  return row
}

async function checkName(tx: Tx, id: string, name: string): Promise<void> {
  const others = await tx.selectFrom('intents').select('name').where('id', '<>', id).execute()
  const taken = [...others, ...OWN_DIALOGS, { name: NEEDS_HELP }]
  const other = taken.find((dialog) => foldCase(dialog.name) === foldCase(name))
  if (other) throw new ApiError(409, 'name_taken', `There is an intent '${other.name}' already.`)
}

/** The id of the dialog that is meant, by its id or its name; empty where nothing is. Throws 422. */
function findDialog(dialogs: readonly { id: string; name: string }[], asked: string): string {
  if (asked === '') return ''
  const found =
    dialogs.find(({ id }) => id === asked) ??
    dialogs.find(({ id, name }) => [id, name].some((word) => foldCase(word) === foldCase(asked)))
  if (!found) throw failInvalid(`There is no dialog '${asked}' to lead on to.`)
  return found.id
}

async function checkDepartment(tx: Tx, id: string): Promise<void> {
  if (id === '') return
  const department = await tx.selectFrom('queues').select('id').where('id', '=', id).executeTakeFirst()
  if (!department) throw failInvalid('This department does not exist.')
}

function leadsTo(dialog: BotDialog | null, id: string): boolean {
  if (dialog === null) return false
  return dialog.redirectTo === id || dialog.choices.some(({ redirectTo }) => redirectTo === id)
}
