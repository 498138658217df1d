import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { dialogSchema, type BotDialog, type IntentSeed } from './intent.ts'
import * as v from 'valibot'

/** An intent as the bot works with it. */
export interface Intent {
  id: string
  name: string
  dialog: BotDialog
  questions: string[]
}

/** The version rises with every change of intents: what was trained from another one is out of date. */
const VERSION_KEY = 'intents_version'
/** Serialises processes that start on one empty database: any constant that nothing else uses. */
const SEED_LOCK = 7_202_602

/** Writes intents whose names are not there yet; those that are stay as they are. */
export async function insertIntents(store: Store, seeds: readonly IntentSeed[]): Promise<void> {
  await store.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
    const rows = await tx.selectFrom('intents').select('name').execute()
    const known = new Set(rows.map(({ name }) => name.toLowerCase()))
    const missing = seeds.filter(({ name }) => !known.has(name.toLowerCase()))
    if (missing.length === 0) return
    for (const seed of missing) await insertIntent(tx, seed)
    await raiseVersion(tx)
  })
}

/** Writes pictures that cards name; one that is there is replaced. */
export async function insertPictures(
  store: Store,
  pictures: readonly { name: string; contentType: string; bytes: Uint8Array }[],
): Promise<void> {
  await store.transact(async (tx) => {
    for (const picture of pictures) {
      await tx
        .insertInto('botPictures')
        .values(picture)
        .onConflict((on) => on.column('name').doUpdateSet(picture))
        .execute()
    }
  })
}

export async function readIntentsVersion(db: Db): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', VERSION_KEY).executeTakeFirst()
  return row?.value ?? '0'
}

/** All intents with their questions, in the order in which they were written. */
export async function readIntents(db: Db): Promise<Intent[]> {
  const intents = await db
    .selectFrom('intents')
    .select(['id', 'name', 'dialog'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const questions = await db
    .selectFrom('intentQuestions')
    .select(['intentId', 'text'])
    .orderBy('id')
    .execute()
  return intents.map(({ id, name, dialog }) => ({
    id,
    name,
    dialog: v.parse(dialogSchema, dialog),
    questions: questions.filter(({ intentId }) => intentId === id).map(({ text }) => text),
  }))
}

async function insertIntent(tx: Tx, { name, isStatic, dialog, questions }: IntentSeed): Promise<void> {
  const id = createId()
  await tx
    .insertInto('intents')
    .values({ id, name, isStatic, dialog: JSON.stringify(dialog) })
    .execute()
  if (questions.length === 0) return
  await tx
    .insertInto('intentQuestions')
    .values(questions.map((text) => ({ id: createId(), intentId: id, text })))
    .execute()
}

async function raiseVersion(tx: Tx): Promise<void> {
  await tx
    .updateTable('meta')
    .set({ value: sql<string>`(value::bigint + 1)::text` })
    .where('key', '=', VERSION_KEY)
    .execute()
}
