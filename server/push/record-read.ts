import { sql } from 'kysely'
import type { PushReadRequest } from '#src/contract/push.ts'
import { failNotFound, failUnauthorized } from '../errors.ts'
import type { Tx } from '../store/store.ts'

/**
 * Keeps the newest revision of a chat that a user has read. One that the chat does not have yet counts as its present one:
 * nothing that is still to come was read.
 *
 * @throws ApiError 401 where the user was removed since they were checked, 404 for an unknown chat.
 */
export async function recordRead(tx: Tx, userId: string, { chatId, rev }: PushReadRequest): Promise<void> {
  // The user before the chat, as who removes a user locks them. Both stay until the row that names them is committed.
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  if (!user) throw failUnauthorized()
  const chat = await tx
    .selectFrom('chats')
    .select('rev')
    .where('id', '=', chatId)
    .forKeyShare()
    .executeTakeFirst()
  if (!chat) throw failNotFound('This chat')
  await tx
    .insertInto('pushReads')
    .values({ userId, chatId, rev: Math.min(rev, chat.rev) })
    .onConflict((on) =>
      on
        .columns(['userId', 'chatId'])
        .doUpdateSet({ rev: sql<number>`greatest(push_reads.rev, excluded.rev)` }),
    )
    .execute()
}
