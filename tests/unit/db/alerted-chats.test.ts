import Dexie from 'dexie'
import { expect, it } from 'vitest'
import { markSeen } from '#src/actions/open-chat.ts'
import type { Chat } from '#src/contract/chats.ts'
import { readAlertedChange, readAlertedChats } from '#src/db/alerted-chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { openDevice } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

function put({ mirror }: Workspace, ...chats: Chat[]): Promise<void> {
  return mirror.transaction('rw', mirror.chats, () => putChats(mirror, chats, { readAt: 0, snapshot: '' }))
}

it('is told of each change of a chat, and of how far the open one was read', async () => {
  const { workspace } = await openDevice()
  await put(
    workspace,
    makeChatRow('old', { updatedAt: at(1), rev: 1 }),
    makeChatRow('new', { updatedAt: at(9) }),
  )
  let changes = 0
  const following = Dexie.liveQuery(() => readAlertedChange(workspace, 'new')).subscribe(() => (changes += 1))
  const told = (count: number) => waitFor(`${count} readings`, () => changes === count)
  await told(1)
  await put(workspace, makeChatRow('old', { updatedAt: at(2), rev: 2 }))
  await told(2)
  await markSeen(workspace, 'new', at(5))
  await told(3)
  following.unsubscribe()
})

it('describes chats as alerts need them, and leaves out what is not mirrored', async () => {
  const { workspace } = await openDevice()
  const user = { id: 'user-agent', name: 'Agent' }
  await put(workspace, makeChatRow('mine', { user, rev: 4 }), makeChatRow('free', { needsHelp: true }))
  await markSeen(workspace, 'mine', at(0))
  const chats = await readAlertedChats(workspace, ['mine', 'free', 'unknown'])
  expect(chats).toEqual(
    new Map([
      [
        'mine',
        {
          rev: 4,
          updatedAt: at(0),
          needsHelp: false,
          heldBy: 'me',
          guestWroteAt: at(0),
          staffWroteAt: '',
          seenAt: at(0),
        },
      ],
      [
        'free',
        {
          rev: null,
          updatedAt: at(0),
          needsHelp: true,
          heldBy: 'nobody',
          guestWroteAt: at(0),
          staffWroteAt: '',
          seenAt: '',
        },
      ],
    ]),
  )
})
