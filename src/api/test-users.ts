import { testUserSchema, testUsersSchema, type TestUser } from '#src/contract/test-users.ts'
import type { ApiSession } from './http.ts'
import { createRowCalls, rowPath, writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'

const PATH = '/api/test-users/'
const { list, remove } = createRowCalls({ path: PATH, rows: testUsersSchema, row: testUserSchema })

/** Chats that staff try the bot with; admins only. A chat becomes one by a PUT at its id (specification section 7). */
export const testUserCalls = {
  list,
  remove,
  create: (
    session: ApiSession,
    { chatId }: { chatId: string },
    options: WriteOptions,
  ): Promise<WriteAnswer<TestUser>> =>
    writeRow(session, { method: 'PUT', path: rowPath(PATH, chatId), json: {}, ...options }, testUserSchema),
}
