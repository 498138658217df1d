import type { Generated, Selectable } from 'kysely'
import type { AuditAction, AuditChange } from '#src/contract/audit.ts'
import type { IntegrationCategory } from '#src/contract/integrations.ts'
import type { InstantDefaultNow, Json, NullableInstant, Version } from '../column-types.ts'

export interface TypicalAnswersTable {
  id: string
  label: string
  answer: string
  createdAt: InstantDefaultNow
  version: Version
}

/** A department; the wire calls it a queue, and so does its table. */
export interface DepartmentsTable {
  id: string
  name: string
  isAdmin: Generated<boolean>
  createdAt: InstantDefaultNow
  version: Version
}

export interface TicketsTable {
  id: string
  createdOn: InstantDefaultNow
  /** The user who wrote it. */
  createdBy: string | null
  title: string
  description: string
  /** The department that it is for. */
  queueId: string
  /** The assignee, whom the wire calls an agent; what we call an agent is a role of those who sign in. */
  agentId: string | null
  status: string
  guestId: string | null
  chatId: string | null
  room: string | null
  /** Since when it is closed, by a trigger; null while it is not, and where nobody knows. */
  closedAt: NullableInstant
  version: Version
}

/** Rows of `/api/bot-config`; `config` was checked by its type when it came in. */
export interface BotConfigsTable {
  id: string
  type: string
  config: Json<Record<string, unknown>>
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  version: Version
}

/** A host system of the hotel. `apiKey` and `password` go in and never out (CONTRACT section 6). */
export interface IntegrationsTable {
  id: string
  category: IntegrationCategory
  hostSystem: string
  apiKey: string | null
  userName: Generated<string>
  password: string | null
  hostSystemIdentifier: Generated<string>
  isActive: Generated<boolean>
  createdAt: InstantDefaultNow
  version: Version
}

/** A chat that staff try the bot with; its id on the wire is the chat's. */
export interface TestUsersTable {
  chatId: string
  createdAt: InstantDefaultNow
  version: Version
}

/** Who changed what and when, in commit order: the log of the configuration, and what hints are read from. */
export interface AuditTable {
  seq: number
  at: InstantDefaultNow
  userId: string
  userName: string
  list: string
  rowId: string
  rowName: string
  action: AuditAction
  changes: Json<AuditChange[]>
}

export type TypicalAnswerRow = Selectable<TypicalAnswersTable>
export type DepartmentRow = Selectable<DepartmentsTable>
export type TicketRow = Selectable<TicketsTable>
export type BotConfigRow = Selectable<BotConfigsTable>
export type IntegrationRow = Selectable<IntegrationsTable>
export type AuditRow = Selectable<AuditTable>
