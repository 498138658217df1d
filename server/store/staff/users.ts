import { sql } from 'kysely'
import { ROLES } from '#src/domain/roles.ts'
import { failConflict, failInvalid } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { describeFreedChats, describeFreedQuestions, describeRenamedHolder } from '../chats/held-chats.ts'
import type { AuditedList } from '../configuration/audit.ts'
import type { WriteScope } from '../configuration/write-scope.ts'
import type { Db, Tx } from '../store.ts'
import { findUser } from './find-user.ts'
import { takeOffShifts } from './shifts.ts'
import type { UserRow } from './staff-tables.ts'

/** A user of the list: the last admin can be neither removed nor demoted (CONTRACT section 6). */
export interface ListedUserRow extends UserRow {
  isLastAdmin: boolean
}

export type UserFields = Pick<UserRow, 'username' | 'name' | 'role' | 'fbid' | 'passwordHash'>

export const AUDITED_USERS: AuditedList<UserRow> = {
  name: 'users',
  nameOf: ({ name }) => name,
  fieldsOf: ({ username, name, role, fbid }) => ({ username, name, role, fbid }),
  secretsOf: ({ passwordHash }) => ({ password: passwordHash }),
}

/** All users, the oldest first. */
export function readUsers(db: Db): Promise<ListedUserRow[]> {
  return selectUsers(db).orderBy('createdAt').orderBy('id').execute()
}

/**
 * Locks their sessions before the user: a device that is put meanwhile holds its session and waits for the user, so that
 * the other order could be a circle.
 */
export async function lockUser(tx: Tx, id: string): Promise<ListedUserRow | undefined> {
  await tx
    .selectFrom('sessions')
    .select('tokenHash')
    .where('userId', '=', id)
    .orderBy('tokenHash')
    .forUpdate()
    .execute()
  return selectUsers(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Throws 409 where username or Facebook ID are taken, in whatever letter case. */
export async function insertUser(tx: Tx, fields: UserFields): Promise<ListedUserRow> {
  const id = createId()
  await checkFree(tx, id, fields)
  await tx
    .insertInto('users')
    .values({ id, ...fields })
    .execute()
  return readUser(tx, id)
}

/**
 * Writes a user as they are to be. A new name goes to the chats that they hold; a new password ends their sessions but the
 * one that asks for it. Who is demoted, or signed out by somebody else's hand, leaves open questions to everybody
 * (docs/decisions/052-removed-colleagues.md).
 *
 * @throws ApiError 409 for the last admin's role, and as `insertUser`; 422 where no way to sign in would be left.
 */
export async function updateUser(
  { tx, by, sessionHash, changes }: WriteScope,
  before: ListedUserRow,
  after: UserFields,
): Promise<ListedUserRow> {
  if (before.isLastAdmin && after.role !== ROLES.admin) throw failLastAdmin(before)
  if (after.passwordHash === null && after.fbid === null) {
    throw failInvalid('Without a Facebook ID this user needs a password.')
  }
  const { id } = before
  await checkFree(tx, id, after)
  const { username, name, role, fbid, passwordHash } = after
  const row = await tx
    .updateTable('users')
    .set({ username, name, role, fbid, passwordHash })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (row.version !== before.version) await touchUser(tx, id)
  const isPasswordNew = passwordHash !== before.passwordHash
  if (isPasswordNew) await endOtherSessions(tx, id, sessionHash)
  if (name !== before.name) changes.push(...(await describeRenamedHolder(tx, { id, name })))
  // After the new name, which goes to a holder.
  const isGone = role < before.role || (isPasswordNew && by.id !== id)
  if (isGone) changes.push(...(await describeFreedQuestions(tx, id)))
  return readUser(tx, id)
}

/**
 * Removes a user at once, whatever they hold: their sessions end, their chats go back to the bot, their open questions to
 * everybody, shifts go on without them. What they wrote keeps their name. Throws 409 for the last admin.
 */
export async function deleteUser({ tx, by, changes }: WriteScope, user: ListedUserRow): Promise<void> {
  if (user.isLastAdmin) throw failLastAdmin(user)
  await takeOffShifts(tx, by, user.id)
  changes.push(...(await describeFreedChats(tx, user.id)))
  await tx.deleteFrom('users').where('id', '=', user.id).execute()
}

function selectUsers(db: Db) {
  const isLastAdmin = sql<boolean>`role = ${ROLES.admin}::int and not exists (
    select from users as other where other.role = ${ROLES.admin}::int and other.id <> users.id)`
  return db.selectFrom('users').selectAll().select(isLastAdmin.as('isLastAdmin'))
}

function readUser(tx: Tx, id: string): Promise<ListedUserRow> {
  return selectUsers(tx).where('id', '=', id).executeTakeFirstOrThrow()
}

async function touchUser(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

async function endOtherSessions(tx: Tx, userId: string, ownTokenHash: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', ownTokenHash)
    .execute()
}

async function checkFree(tx: Tx, id: string, { username, fbid }: UserFields): Promise<void> {
  if (fbid !== null) {
    const twin = await tx
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(fbid) = lower(${fbid})`)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (twin) throw failConflict('User with such FBID already exists.')
  }
  const namesake = await findUser(tx, username)
  if (namesake && namesake.id !== id) {
    throw failConflict(`There is a user with the username '${namesake.username}' already.`)
  }
}

function failLastAdmin({ name }: UserRow) {
  return failConflict(`${name} is the last admin. Make somebody else an admin first.`)
}
