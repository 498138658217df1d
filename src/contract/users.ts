import * as v from 'valibot'
import type { Role } from '#src/domain/roles.ts'
import { configRowFields, looseIdSchema, type ConfigRow } from './config-rows.ts'
import { instantSchema, rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** A user as `GET /api/admin/users` lists them (CONTRACT section 6); `undeletable` is the last admin. */
export interface ListedUser extends ConfigRow {
  username: string
  name: string
  /** Null where it could not be read. */
  role: Role | null
  fbid: string | null
  createdAt: string | null
  updatedAt: string | null
  lastLogin: string | null
}

const timeSchema = v.pipe(
  v.nullish(instantSchema),
  v.transform((time) => time ?? null),
)
const userFields: LenientFields<Omit<ListedUser, 'unreadable'>> = {
  ...configRowFields,
  username: { schema: v.string(), otherwise: '' },
  name: { schema: v.string(), otherwise: '' },
  role: { schema: v.picklist([0, 1, 2, 3, 4]), otherwise: null },
  fbid: { schema: looseIdSchema, otherwise: null },
  createdAt: { schema: timeSchema, otherwise: null },
  updatedAt: { schema: timeSchema, otherwise: null },
  lastLogin: { schema: timeSchema, otherwise: null },
}
export const usersSchema = rowsSchema(userFields)
export const userSchema = rowSchema(userFields)

/** A user who is to be added: with a password, or through the social network (specification section 7). */
export type NewUser = { name: string; unsafePassword: string } | { fbid: string }

/** What a PUT changes. */
export interface UserPatch {
  username?: string
  role?: Role
  unsafePassword?: string
}
