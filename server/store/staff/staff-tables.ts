import type { Generated, Insertable, Selectable } from 'kysely'
import type { InstantDefaultNow, NullableInstant, Version } from '../column-types.ts'

export interface UsersTable {
  id: string
  username: string
  name: string
  role: number
  /** Argon2id; null where the user signs in through the social network only. */
  passwordHash: string | null
  fbid: string | null
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  lastLogin: NullableInstant
  version: Version
}

/** A signed-in session: the token's SHA-256 in hex, never the token (CONTRACT section 3). */
export interface SessionsTable {
  tokenHash: string
  userId: string
  createdAt: InstantDefaultNow
  lastUsedAt: InstantDefaultNow
}

/** Failed sign-ins per username and address together (CONTRACT section 1). */
export interface SignInFailuresTable {
  key: string
  failures: number
  blockedUntil: NullableInstant
  lastAt: InstantDefaultNow
}

/** One row per open staff socket; the count of distinct users is `admin_joined` (CONTRACT section 4). */
export interface PresenceTable {
  socketId: string
  processId: string
  userId: string
  seenAt: InstantDefaultNow
}

/** Whom tickets are given to. `statusId`: 2 active, 3 break, else inactive. */
export interface AssigneesTable {
  id: string
  name: string
  username: string | null
  passwordHash: string | null
  telephoneNumber: string
  queueId: string | null
  statusId: Generated<number>
  createdAt: InstantDefaultNow
  version: Version
}

export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
export type AssigneeRow = Selectable<AssigneesTable>
