import { saveDraft } from '#src/actions/save-draft.ts'
import { saveTicketDraft } from '#src/actions/save-ticket.ts'
import { askFor, openChat } from '#src/actions/open-chat.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { passChat, returnToBot } from '#src/actions/take-over.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { storeClockOffset, storeCursor, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { appendOperation } from '#src/db/outbox/operations.ts'
import { putStaged } from '#src/db/outbox/staged-files.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import { makeChatRow, makeMessageRow, makeOperation } from './local-rows.ts'
import { makeUser, NOON, openDevice } from './local.ts'

/** What must not leave the device: each is on it, and is found by its letters alone. */
export const SECRETS = {
  token: 'tkn-7f3a9c',
  userId: 'usr-51c0de',
  userName: 'Agathe Worker',
  username: 'agathe-signs-in',
  chatId: 'chat-b0a710',
  otherChat: 'chat-c4ffee',
  guestName: 'Anastasia Ruizova',
  guestId: 'guest-90210',
  messageId: 'msg-d00d1e',
  messageText: 'my suitcase is lost',
  preview: 'lost',
  room: 'room-1204-B',
  draft: 'half a thought about it',
  unsent: 'we have found it',
  ticket: 'the lamp is broken',
  fileName: 'passport-of-ana.pdf',
  fileUrl: 'https://bot.example/files/secret-address',
  colleague: 'Maria Santosova',
  colleagueId: 'usr-maria-77',
  operationText: 'refused because of Anastasia Ruizova',
  cursor: 'cursor-of-the-log-33',
  publicKey: 'vapid-public-key-zz',
  endpoint: 'https://push.example/send/endpoint-zz',
} as const

/** A device with something of everything on it. */
export async function openFullDevice(): Promise<Workspace> {
  const user = { ...makeUser(SECRETS.userId, SECRETS.userName), username: SECRETS.username }
  const { workspace } = await openDevice({ user, token: SECRETS.token })
  const { mirror, outbox } = workspace
  const chat = makeChatRow(SECRETS.chatId, {
    displayName: SECRETS.guestName,
    guestId: SECRETS.guestId,
    user: { id: SECRETS.userId, name: SECRETS.userName },
    pausedAt: '2026-11-20T12:00:00.000Z',
  })
  const message = makeMessageRow(SECRETS.chatId, SECRETS.messageId, 0, {
    text: SECRETS.messageText,
    attachments: [{ contentType: 'application/pdf', contentUrl: SECRETS.fileUrl, name: SECRETS.fileName }],
  })
  await writeMirror(
    workspace,
    mirror.tables.filter(({ name }) => name !== 'meta'),
    async () => {
      await putChats(mirror, [chat, makeChatRow(SECRETS.otherChat)], { readAt: 0, snapshot: '' })
      await putMessages(mirror, [message])
      await mirror.guestCards.put({
        chatId: SECRETS.chatId,
        info: { Data: { PUB_GuestRegister: { RoomNumber: SECRETS.room } } },
        asOf: NOON,
      })
      const bytes = new TextEncoder().encode(SECRETS.messageText).buffer
      await mirror.files.put({
        url: SECRETS.fileUrl,
        chatId: SECRETS.chatId,
        contentType: 'application/pdf',
        bytes,
        usedAt: NOON,
      })
      await mirror.staff.put({ id: SECRETS.colleagueId, name: SECRETS.colleague, role: 0, online: true })
      await storeCursor(mirror, SECRETS.cursor)
      await storeSyncedAt(mirror, NOON - 60_000)
      await storeClockOffset(mirror, 3_600_000)
    },
  )
  await openChat(workspace, SECRETS.chatId, NOON)
  await askFor(workspace, { kind: 'file', chatId: SECRETS.chatId, url: SECRETS.fileUrl }, NOON)
  await askFor(workspace, { kind: 'message', chatId: SECRETS.chatId, messageId: SECRETS.messageId }, NOON)
  await saveDraft(workspace, SECRETS.otherChat, SECRETS.draft, NOON)
  await saveTicketDraft(workspace, SECRETS.chatId, { queueId: 'desk', description: SECRETS.ticket }, NOON)
  await sendMessage(workspace, SECRETS.chatId, SECRETS.unsent, NOON - 5_000)
  await returnToBot(workspace, SECRETS.chatId, SECRETS.userId, NOON)
  const receiver = { userId: SECRETS.colleagueId, name: SECRETS.colleague }
  await passChat(workspace, SECRETS.otherChat, receiver, SECRETS.userId, NOON)
  await writeOutbox(workspace, [outbox.operations, outbox.files, outbox.staged], async () => {
    const made = { id: newOperationId(), lane: 'tickets', now: NOON }
    await appendOperation(outbox, {
      ...made,
      kind: 'ticket',
      payload: {
        queueId: 'desk',
        queueName: 'Front Desk',
        description: SECRETS.ticket,
        title: SECRETS.room,
        guestId: SECRETS.guestId,
        room: SECRETS.room,
        chatId: SECRETS.chatId,
      },
    })
    await outbox.operations.put(
      makeOperation(
        { id: newOperationId(), lane: SECRETS.otherChat, pos: 9, attempts: 3 },
        { kind: 'upload', payload: { name: SECRETS.fileName, type: 'application/pdf', size: 3 } },
        { state: 'failed', claim: null, reason: { code: 'refused', message: SECRETS.operationText } },
      ),
    )
    const staged = { id: newOperationId(), chatId: SECRETS.chatId, name: SECRETS.fileName, size: 3 }
    await putStaged(outbox, { ...staged, type: 'application/pdf', stagedAt: NOON }, new ArrayBuffer(3))
  })
  return workspace
}
