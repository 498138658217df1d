import { recordChange } from '../configuration/audit.ts'
import type { WriteScope } from '../configuration/write-scope.ts'
import { AUDITED_GUESTS, auditGuest, lockGuestChats } from './find-guest.ts'

/**
 * Blocks a guest or takes that back, in all of their chats, with a line in each thread that the guest is not shown. What
 * is so already stays. Call it after `lockConfiguration`. Throws 404.
 */
export async function setGuestBlocked(scope: WriteScope, guestId: string, isBlocked: boolean): Promise<void> {
  const { tx, by } = scope
  const chats = await lockGuestChats(tx, guestId)
  const changed = chats.filter(({ guestBlocked }) => guestBlocked !== isBlocked)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await tx.updateTable('chats').set({ guestBlocked: isBlocked }).where('id', 'in', ids).execute()
  await recordChange(tx, by, AUDITED_GUESTS, {
    before: auditGuest(guestId, chats, !isBlocked),
    after: auditGuest(guestId, chats, isBlocked),
  })
  const text = `${by.name} has ${isBlocked ? 'blocked' : 'unblocked'} this guest`
  for (const chatId of ids) {
    const message = { text, sentByGuest: false, type: 'event', user: by, isStaffOnly: true }
    scope.changes.push({ type: 'new_message', chatId, message })
  }
}
