import webPush from 'web-push'
import * as v from 'valibot'
import type { SecretBox } from '../store/secrets/secret-box.ts'
import { VAPID_PLACE, VAPID_ROW, vapidRowSchema } from '../store/secrets/stored-secrets.ts'
import type { Db } from '../store/store.ts'

/** The pair with which this environment signs what it sends, in base64url. The private one never leaves the server. */
export type VapidKeys = v.InferOutput<typeof vapidRowSchema>

/**
 * The environment's keys, made where there are none yet. They are kept in the database, the private one encrypted, so that they
 * survive restarts, are the same in every process, and go where its data goes: with others no subscription could be used
 * any more.
 */
export async function readVapidKeys(db: Db, secrets: SecretBox): Promise<VapidKeys> {
  const known = await findKeys(db, secrets)
  if (known) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const row = { publicKey, privateKey: secrets.seal(privateKey, VAPID_PLACE) }
  await db
    .insertInto('meta')
    .values({ key: VAPID_ROW, value: JSON.stringify(row) })
    // Another process that starts at the same time was first: its keys count.
    .onConflict((on) => on.column('key').doNothing())
    .execute()
  const made = await findKeys(db, secrets)
  if (!made) throw new Error('the keys for Web Push could not be kept')
  return made
}

async function findKeys(db: Db, secrets: SecretBox): Promise<VapidKeys | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', VAPID_ROW).executeTakeFirst()
  if (!row) return null
  const { publicKey, privateKey } = v.parse(vapidRowSchema, JSON.parse(row.value))
  const opened = secrets.open(privateKey, VAPID_PLACE)
  if (opened === null) throw new Error('the keys for Web Push were encrypted with another key')
  return { publicKey, privateKey: opened }
}
