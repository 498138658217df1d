import { describe, expect, it } from 'vitest'
import type { Message, MessageDelivery } from '#src/contract/chats.ts'
import type { SyncPage } from '#src/contract/sync-page.ts'
import { readChatEntries } from '#src/db/chat-list.ts'
import { readChatWindow } from '#src/db/mirror/chats.ts'
import { readHelpRequests } from '#src/db/mirror/help-requests.ts'
import { bindMessage } from '#src/db/mirror/messages.ts'
import { readThread } from '#src/db/thread.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { describeRow } from '#src/domain/chats/describe-row.ts'
import { applyFrames } from '#src/sync/apply-frames.ts'
import { applyPage } from '#src/sync/apply-page.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const ME = { id: 'user-agent', name: 'Agent' }
const EMPTY: SyncPage = {
  cursor: '0',
  more: false,
  reset: false,
  chats: [],
  messages: [],
  removed: { chats: [], messages: [] },
}
/** Two chats: 'c' with an answer of mine and the bot's word before it, and one that was written in later. */
const CHATS = [
  makeChatRow('c', {
    source: 'sms',
    rev: 1,
    messagesCount: 3,
    updatedAt: at(3_000),
    user: ME,
    pausedAt: at(0),
  }),
  makeChatRow('newer', { rev: 1, updatedAt: at(9_000), lastUserMessageDate: at(9_000) }),
]
const MESSAGES = [
  makeMessageRow('c', 'm1', 1_000),
  makeMessageRow('c', 'm2', 2_000, { sentByGuest: false }),
  makeMessageRow('c', 'm3', 3_000, { sentByGuest: false, user: ME }),
  makeMessageRow('newer', 'n1', 9_000),
]
const STATES: MessageDelivery[] = [
  { status: 'sent', at: at(20_000) },
  { status: 'delivered', at: at(20_000) },
  { status: 'failed', at: at(20_000), reason: 'the number is out of service' },
]
const settle = (id: string, delivery: MessageDelivery): Message => {
  const message = MESSAGES.find((row) => row.id === id)
  if (!message) throw new Error(`no message ${id}`)
  return { ...message, delivery }
}
const [WRITTEN] = CHATS
const changed = WRITTEN ? { ...WRITTEN, rev: 2 } : null

async function openSynced(): Promise<Workspace> {
  const { workspace } = await openDevice()
  await applyPage(workspace, EMPTY, null, NOON)
  await applyPage(workspace, { ...EMPTY, cursor: '1', chats: CHATS, messages: MESSAGES }, '0', NOON)
  return workspace
}

/** All that a delivery must leave as it is: the list, its rows, and what sounds and notifications go by. */
async function readShown(workspace: Workspace) {
  const { mirror } = workspace
  const query = { filter: 'all', type: 'all', search: '', isShowingAll: true, now: NOON } as const
  const { rows } = await readChatWindow(mirror, query, 0, 10)
  const entries = await readChatEntries(workspace, ['newer', 'c'])
  return {
    order: rows.map(({ id }) => id),
    previews: rows.map(({ preview }) => preview),
    rows: entries.map((entry) => describeRow(entry, ME, NOON, 'UTC')),
    unread: entries.map(({ isUnread }) => isUnread),
    help: await readHelpRequests(mirror),
  }
}

const WAYS: [string, (workspace: Workspace, message: Message) => Promise<boolean>][] = [
  [
    'a page',
    (workspace, message) =>
      applyPage(
        workspace,
        { ...EMPTY, cursor: '2', chats: changed ? [changed] : [], messages: [message] },
        '1',
        NOON,
      ),
  ],
  [
    'a frame',
    (workspace, message) =>
      applyFrames(
        workspace,
        [
          {
            type: 'chat_changed',
            chatId: 'c',
            messageId: message.id,
            change: { prev: '1', seq: '2', chat: changed, message },
          },
        ],
        NOON,
      ),
  ],
]

describe.each(WAYS)('what became of a message, by %s', (_way, apply) => {
  it.each(STATES)('is the message’s from then on, in its place: $status', async (delivery) => {
    const workspace = await openSynced()
    expect(await apply(workspace, settle('m2', delivery))).toBe(true)
    const { entries } = await readThread(workspace, 'c', 60)
    expect(entries.map((entry) => entry.type === 'message' && entry.message.delivery)).toEqual([
      undefined,
      delivery,
      undefined,
    ])
  })

  it.each(STATES.flatMap((delivery) => ['m2', 'm3'].map((id) => ({ ...delivery, id }))))(
    'moves no chat, changes no row and calls for nobody: $id $status',
    async ({ id, ...delivery }) => {
      const workspace = await openSynced()
      const before = await readShown(workspace)
      expect(before.order).toEqual(['newer', 'c'])
      await apply(workspace, settle(id, delivery))
      expect(await readShown(workspace)).toEqual(before)
    },
  )

  it('leaves a message bound to the operation that it came from', async () => {
    const workspace = await openSynced()
    await bindMessage(workspace.mirror, 'm3', 'op-1')
    const keyOf = async () => (await readThread(workspace, 'c', 60)).entries.at(-1)?.key
    expect(await keyOf()).toBe('op-1')
    await apply(workspace, settle('m3', { status: 'delivered', at: at(20_000) }))
    expect((await workspace.mirror.messages.get('m3'))?.operationId).toBe('op-1')
    expect(await keyOf()).toBe('op-1')
  })

  it('begins no thread of which nothing is known: what came after it may not be here', async () => {
    const { workspace } = await openDevice()
    const { mirror } = workspace
    await applyPage(workspace, EMPTY, null, NOON)
    await applyPage(workspace, { ...EMPTY, cursor: '1', chats: CHATS }, '0', NOON)
    const delivery: MessageDelivery = { status: 'delivered', at: at(20_000) }
    await apply(workspace, settle('m3', delivery))
    const readDrawn = async () =>
      (await readThread(workspace, 'c', 60)).entries.map(
        (entry) => entry.type === 'message' && entry.message.id,
      )
    expect(await readDrawn()).toEqual([])
    expect((await mirror.chats.get('c'))?.preview ?? null).toBeNull()

    // A new one begins it, and brings no older one along.
    const fresh = makeMessageRow('c', 'm9', 9_000)
    const messages = [settle('m2', delivery), fresh]
    await applyPage(workspace, { ...EMPTY, cursor: '3', messages }, '2', NOON)
    expect(await readDrawn()).toEqual(['m9'])
    expect((await mirror.chats.get('c'))?.preview?.messageId).toBe('m9')
  })
})
