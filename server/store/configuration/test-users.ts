import { failNotFound } from '../../errors.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'

/** A chat that was marked as a test user's: id and name are the chat's. */
interface TestUserRow {
  id: string
  displayName: string
  version: number
}

export const AUDITED_TEST_USERS: AuditedList<TestUserRow> = {
  name: 'test-users',
  nameOf: ({ displayName }) => displayName,
  fieldsOf: ({ displayName }) => ({ displayName }),
}

/** All test users, by name. */
export function readTestUsers(db: Db): Promise<TestUserRow[]> {
  return selectTestUsers(db).orderBy('displayName').orderBy('chats.id').execute()
}

export function lockTestUser(tx: Tx, chatId: string): Promise<TestUserRow | undefined> {
  return selectTestUsers(tx).where('chatId', '=', chatId).forUpdate('testUsers').executeTakeFirst()
}

/** Throws 404 where there is no such chat. */
export async function insertTestUser(tx: Tx, chatId: string): Promise<TestUserRow> {
  const chat = await tx.selectFrom('chats').select('id').where('id', '=', chatId).executeTakeFirst()
  if (!chat) throw failNotFound('This chat')
  await tx.insertInto('testUsers').values({ chatId }).execute()
  return selectTestUsers(tx).where('chatId', '=', chatId).executeTakeFirstOrThrow()
}

export async function deleteTestUser(tx: Tx, chatId: string): Promise<void> {
  await tx.deleteFrom('testUsers').where('chatId', '=', chatId).execute()
}

function selectTestUsers(db: Db) {
  return db
    .selectFrom('testUsers')
    .innerJoin('chats', 'chats.id', 'testUsers.chatId')
    .select(['chats.id', 'chats.displayName', 'testUsers.version'])
}
