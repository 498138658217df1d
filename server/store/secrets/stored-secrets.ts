import * as v from 'valibot'
import type { Db, Tx } from '../store.ts'

/** Web Push's pair of keys, and the text that shows with which key this database's secrets are encrypted. */
export const VAPID_ROW = 'vapid'
export const CHECK_ROW = 'secrets_check'
export const VAPID_PLACE = 'meta/vapid/privateKey'
export const CHECK_PLACE = 'meta/secrets_check'

/** As it is kept: the private key is encrypted. */
export const vapidRowSchema = v.object({ publicKey: v.string(), privateKey: v.string() })

/** A secret as it stands in the database, encrypted or not yet. */
export interface StoredSecret {
  place: string
  value: string
  /** Puts another value there, unless somebody else has changed it meanwhile. */
  replace(tx: Tx, sealed: string): Promise<unknown>
}

/** The place of an integration's secret. */
export function placeOfIntegration(id: string, field: 'apiKey' | 'password'): string {
  return `integrations/${id}/${field}`
}

/** All secrets that the database holds. */
export async function listSecrets(db: Db): Promise<StoredSecret[]> {
  return [...(await listMetaSecrets(db)), ...(await listIntegrationSecrets(db))]
}

async function listMetaSecrets(db: Db): Promise<StoredSecret[]> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'in', [VAPID_ROW, CHECK_ROW]).execute()
  const replaceRow = (tx: Tx, { key, value }: { key: string; value: string }, next: string) =>
    tx.updateTable('meta').set({ value: next }).where('key', '=', key).where('value', '=', value).execute()
  return rows.map((row) => {
    if (row.key === CHECK_ROW) {
      return { place: CHECK_PLACE, value: row.value, replace: (tx, sealed) => replaceRow(tx, row, sealed) }
    }
    const keys = v.parse(vapidRowSchema, JSON.parse(row.value))
    return {
      place: VAPID_PLACE,
      value: keys.privateKey,
      replace: (tx, privateKey) => replaceRow(tx, row, JSON.stringify({ ...keys, privateKey })),
    }
  })
}

async function listIntegrationSecrets(db: Db): Promise<StoredSecret[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['id', 'apiKey', 'password'])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, ...secrets }) =>
    (['apiKey', 'password'] as const).flatMap((field): StoredSecret[] => {
      const value = secrets[field]
      if (value === null) return []
      return [
        {
          place: placeOfIntegration(id, field),
          value,
          replace: (tx, sealed) =>
            tx
              .updateTable('integrations')
              .set({ [field]: sealed })
              .where('id', '=', id)
              .where(field, '=', value)
              .execute(),
        },
      ]
    }),
  )
}
