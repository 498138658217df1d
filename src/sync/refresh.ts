import { fetchChat, fetchMessage, fetchMessages, fetchRecentChats } from '#src/api/chats.ts'
import { ApiError } from '#src/api/errors.ts'
import type { Chat } from '#src/contract/chats.ts'
import { chatTables, putChats, removeChat } from '#src/db/mirror/chats.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { storeSyncedAt } from '#src/db/mirror/meta.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { applyFollowing, applyNewest } from './apply-messages.ts'
import { apiSession, type SyncContext } from './context.ts'
import { bindTakeovers } from './outbox/bind-takeovers.ts'
import { bindRows } from './outbox/bind-rows.ts'

/** The messages of a page, where the environment pages (CONTRACT section 2). */
const PAGE_MESSAGES = 50
/** The last opened threads count as open: one a window, and few people have more than three. */
const OPEN_THREADS = 3

/**
 * Without `sync` (I3): reads the chats again, and the messages of every chat that changed and is mirrored, open or
 * has local work. Absence from the list deletes nothing (I4). Throws ApiError, SessionEndedError.
 */
export async function refreshAll(context: SyncContext): Promise<void> {
  const { workspace, clock, signal } = context
  const readAt = clock.now()
  const chats = await fetchRecentChats(apiSession(context), signal)
  const before = await workspace.mirror.chats.bulkGet(chats.map((chat) => chat.id))
  await putChatRows(context, chats, readAt)
  const wanted = await readWantedThreads(context)
  for (const [index, chat] of chats.entries()) {
    const known = before[index]?.chat
    const hasChanged = known?.updatedAt !== chat.updatedAt || known.messagesCount !== chat.messagesCount
    if (wanted.has(chat.id) && (hasChanged || wanted.get(chat.id) === 'open'))
      await refreshThread(context, chat.id)
  }
  await writeMirror(workspace, [], () => storeSyncedAt(workspace.mirror, clock.now()))
}

/** Reads one chat again. A 404 removes it. Returns null then. */
export async function refreshChat(context: SyncContext, chatId: string): Promise<Chat | null> {
  const { workspace, clock, signal } = context
  const readAt = clock.now()
  try {
    const chat = await fetchChat(apiSession(context), chatId, signal)
    await putChatRows(context, [chat], readAt)
    return chat
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.kind !== 'refused' || error.failure.status !== 404)
      throw error
    const { mirror } = workspace
    await writeMirror(workspace, chatTables(mirror), () => removeChat(mirror, chatId))
    return null
  }
}

/** Reads a chat's newest messages again, or all of them where the environment does not page. */
export async function refreshThread(context: SyncContext, chatId: string): Promise<void> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const page = context.capabilities().paging ? { limit: PAGE_MESSAGES, before: undefined } : null
  const messages = await fetchMessages(apiSession(context), chatId, page, signal)
  await bindRows(context, chatId, messages)
  const isWhole = page === null || messages.length < PAGE_MESSAGES
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], () =>
    applyNewest(mirror, chatId, messages, isWhole, clock.now()),
  )
}

/**
 * A hint without a change in it (I3): the chat is read again, and the message. A thread that then has fewer messages
 * than its chat says has missed one, and is read whole.
 */
export async function followHint(
  context: SyncContext,
  chatId: string,
  messageId: string | null,
): Promise<void> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const chat = await refreshChat(context, chatId)
  if (!chat || messageId === null) return
  const message = await fetchMessage(apiSession(context), messageId, signal)
  const thread = await readThreadRow(mirror, chatId)
  await bindRows(context, chatId, [message])
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], () =>
    applyFollowing(mirror, [message], clock.now()),
  )
  const isMissing = thread.isComplete && (await readAllMessages(mirror, chatId)).length < chat.messagesCount
  if (isMissing) await refreshThread(context, chatId)
}

async function putChatRows(context: SyncContext, chats: readonly Chat[], readAt: number): Promise<void> {
  const { mirror } = context.workspace
  await writeMirror(context.workspace, [mirror.chats], () =>
    putChats(mirror, chats, { readAt, snapshot: '' }),
  )
  for (const chat of chats) await bindTakeovers(context, chat.id, readAt)
}

/** The threads worth reading: those read before where they changed; open ones and those with local work always. */
async function readWantedThreads({ workspace }: SyncContext): Promise<Map<string, 'read' | 'open'>> {
  const threads = await workspace.mirror.threads.orderBy('openedAt').reverse().toArray()
  const wanted = new Map<string, 'read' | 'open'>()
  for (const [index, thread] of threads.entries()) {
    wanted.set(thread.chatId, index < OPEN_THREADS && thread.openedAt > 0 ? 'open' : 'read')
  }
  for (const chatId of await readChatsWithWork(workspace)) wanted.set(chatId, 'open')
  return wanted
}
