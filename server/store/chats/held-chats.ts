import type { Change } from '../log/change.ts'
import type { Tx } from '../store.ts'

/** The chats that a user holds come with the new name; since when they are held stays. */
export async function describeRenamedHolder(tx: Tx, user: { id: string; name: string }): Promise<Change[]> {
  const chatIds = await lockHeldChats(tx, user.id)
  return chatIds.map((chatId) => ({ type: 'chat_changed', chatId, patch: { holderName: user.name } }))
}

/**
 * The chats of a user who is removed go back to the bot, so that no guest waits for somebody who is gone; one that needs
 * help is everybody's again and is alerted anew (W5).
 */
export async function describeFreedChats(tx: Tx, userId: string): Promise<Change[]> {
  const chatIds = await lockHeldChats(tx, userId)
  return chatIds.map((chatId) => ({ type: 'chat_changed', chatId, patch: { holder: 'bot' } }))
}

/** In the order of their ids, so that two who lock several wait for one another and not in a circle. */
async function lockHeldChats(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('chats')
    .select('id')
    .where('holderId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
