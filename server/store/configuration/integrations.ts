import type { IntegrationCategory } from '#src/contract/integrations.ts'
import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'
import type { IntegrationRow } from './configuration-tables.ts'

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

export function insertIntegration(tx: Tx, fields: IntegrationFields): Promise<IntegrationRow> {
  return tx
    .insertInto('integrations')
    .values({ id: createId(), ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
}

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
