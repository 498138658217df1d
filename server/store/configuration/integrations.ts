import type { IntegrationCategory } from '#src/contract/integrations.ts'
import { createId } from '../../ids.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { placeOfIntegration } from '../secrets/stored-secrets.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'
import type { IntegrationRow } from './configuration-tables.ts'

type Secrets = Pick<IntegrationRow, 'apiKey' | 'password'>
type IntegrationFields = Omit<IntegrationRow, 'id' | 'createdAt' | 'version'>

export const AUDITED_INTEGRATIONS: AuditedList<IntegrationRow> = {
  name: 'integrations',
  nameOf: ({ hostSystem }) => hostSystem,
  fieldsOf: ({ category, hostSystem, userName, hostSystemIdentifier, isActive }) => {
    return { category, hostSystem, userName, hostSystemIdentifier, isActive }
  },
  secretsOf: ({ apiKey, password }) => ({ apiKey, password }),
}

/** Integrations of a category, the oldest first; null gives all. */
export function readIntegrations(db: Db, category: IntegrationCategory | null): Promise<IntegrationRow[]> {
  return db
    .selectFrom('integrations')
    .selectAll()
    .$if(category !== null, (query) => query.where('category', '=', category))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export function lockIntegration(tx: Tx, id: string): Promise<IntegrationRow | undefined> {
  return tx.selectFrom('integrations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** `fields` with their secrets as they were given; they are kept encrypted. */
export function insertIntegration(
  tx: Tx,
  box: SecretBox,
  fields: IntegrationFields,
): Promise<IntegrationRow> {
  const id = createId()
  const { apiKey = null, password = null } = sealSecrets(box, { id, apiKey: null, password: null }, fields)
  return tx
    .insertInto('integrations')
    .values({ id, ...fields, apiKey, password })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The secrets of a change as they are kept: undefined leaves one alone. The one that is there stays as it is where it is given
 * again, so that saving the same changes nothing.
 */
export function sealSecrets(
  box: SecretBox,
  before: Secrets & { id: string },
  given: { [Field in keyof Secrets]?: string | null | undefined },
): { apiKey: string | null | undefined; password: string | null | undefined } {
  const seal = (field: keyof Secrets) => {
    const [secret, kept] = [given[field], before[field]]
    if (secret === undefined || secret === null) return secret
    const place = placeOfIntegration(before.id, field)
    return kept !== null && box.open(kept, place) === secret ? kept : box.seal(secret, place)
  }
  return { apiKey: seal('apiKey'), password: seal('password') }
}

/** `fields` as they are to be kept: with secrets of the row as it was, or of `sealSecrets`. */
export function updateIntegration(tx: Tx, id: string, fields: IntegrationFields): Promise<IntegrationRow> {
  const { category, hostSystem, apiKey, userName, password, hostSystemIdentifier, isActive } = fields
  return tx
    .updateTable('integrations')
    .set({ category, hostSystem, apiKey, userName, password, hostSystemIdentifier, isActive })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteIntegration(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('integrations').where('id', '=', id).execute()
}
