import { expect, it } from 'vitest'
import { putChats } from '#src/db/mirror/chats.ts'
import { readGuestExtent } from '#src/db/mirror/guest-chats.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import { openDevice } from '#tests/support/local.ts'

it('a guest’s chats are counted with the messages that the environment says are in them', async () => {
  const { mirror } = (await openDevice()).workspace
  const chats = [
    makeChatRow('a', { guestId: 'ana', messagesCount: 40 }),
    makeChatRow('b', { guestId: 'ana', messagesCount: 2 }),
    makeChatRow('c', { guestId: 'ben', messagesCount: 7 }),
    makeChatRow('d', { guestId: null }),
  ]
  await mirror.transaction('rw', mirror.chats, () => putChats(mirror, chats, { readAt: 0, snapshot: '' }))
  expect(await readGuestExtent(mirror, 'ana')).toEqual({ chats: 2, messages: 42 })
  expect(await readGuestExtent(mirror, 'nobody')).toEqual({ chats: 0, messages: 0 })
})
