import { sql } from 'kysely'
import * as v from 'valibot'
import { createId } from '../ids.ts'
import { publishFirst } from '../store/bot/bot-models.ts'
import { dialogSchema, type IntentSeed } from '../store/bot/dialog.ts'
import { insertQuestions } from '../store/bot/intent-questions.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { Store, Tx } from '../store/store.ts'
import { createTextKey, foldCase } from '../text.ts'

/**
 * Writes intents that are not there yet; those that are stay as they are, the bot's own also under another name. A question
 * that another intent has stays with that one.
 */
export async function insertIntents(store: Store, seeds: readonly IntentSeed[]): Promise<void> {
  await store.transact(async (tx) => {
    await lockConfiguration(tx)
    const rows = await tx.selectFrom('intents').select(['name', 'origin']).execute()
    const known = new Set(rows.flatMap(({ name, origin }) => [foldCase(name), origin ?? '']))
    const missing = seeds.filter(({ name }) => !known.has(foldCase(name)))
    for (const [index, seed] of missing.entries()) await insertIntent(tx, seed, index)
  })
}

/** A hotel answers from its first start on, with the questions that are there; what is published stays. */
export async function publishFirstIntents(store: Store): Promise<void> {
  await store.transact(async (tx) => {
    await lockConfiguration(tx)
    await publishFirst(tx)
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

/** `place` keeps those that are written together in their order. */
async function insertIntent(tx: Tx, seed: IntentSeed, place: number): Promise<void> {
  const { name, isStatic, questions } = seed
  const id = createId()
  const createdAt = sql<Date>`clock_timestamp() + make_interval(secs => ${place / 1000}::float8)`
  const dialog = JSON.stringify(v.parse(dialogSchema, seed.dialog))
  const origin = isStatic ? foldCase(name) : null
  await tx.insertInto('intents').values({ id, name, isStatic, dialog, origin, createdAt }).execute()
  const rows = await tx
    .selectFrom('intentQuestions')
    .select('textKey')
    .where('textKey', 'in', ['', ...questions.map(createTextKey)])
    .execute()
  const taken = new Set(rows.map(({ textKey }) => textKey))
  const free = new Map(
    questions.filter((text) => !taken.has(createTextKey(text))).map((text) => [createTextKey(text), text]),
  )
  await insertQuestions(
    tx,
    [...free.values()].map((text) => ({ intentId: id, text })),
  )
}
