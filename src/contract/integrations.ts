import * as v from 'valibot'
import { configRowFields, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** Kinds of host systems with the words for people (specification section 1). */
export const INTEGRATION_CATEGORIES = { CRS: 'CRS', PMS: 'PMS', TICKET: 'TICKETING', CRM: 'CRM' } as const
export type IntegrationCategory = keyof typeof INTEGRATION_CATEGORIES

export function isIntegrationCategory(text: string): text is IntegrationCategory {
  return Object.hasOwn(INTEGRATION_CATEGORIES, text)
}

/** A host system of the hotel (CONTRACT section 6). Its secrets are write-only: only whether there is one is told. */
export interface Integration extends ConfigRow {
  /** One of `INTEGRATION_CATEGORIES`, or any other word. */
  category: string
  hostSystem: string
  userName: string
  hostSystemIdentifier: string
  isActive: boolean
  /** Absent where the environment does not say. */
  hasApiKey?: boolean
  hasPassword?: boolean
}

const integrationFields: LenientFields<Omit<Integration, 'unreadable'>> = {
  ...configRowFields,
  category: { schema: v.string(), otherwise: '' },
  hostSystem: { schema: v.string(), otherwise: '' },
  userName: { schema: looseTextSchema, otherwise: '' },
  hostSystemIdentifier: { schema: looseTextSchema, otherwise: '' },
  isActive: { schema: v.optional(v.boolean(), false), otherwise: false },
  hasApiKey: { schema: v.optional(v.boolean()), otherwise: undefined },
  hasPassword: { schema: v.optional(v.boolean()), otherwise: undefined },
}
export const integrationsSchema = rowsSchema(integrationFields)
export const integrationSchema = rowSchema(integrationFields)
