import { fetchChat, fetchMessage, fetchMessages, fetchRecentChats, NEWEST_PAGE } from '#src/api/chats.ts'
import { ApiError, isOwnFailure, readFailure } from '#src/api/errors.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { chatTables, putChats, removeChat } from '#src/db/mirror/chats.ts'
import type { MirrorDatabase } from '#src/db/mirror/database.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { readClearing, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { OPEN_THREADS, patchThread, readThreadRow } from '#src/db/mirror/threads.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { applyNewest } from './apply-messages.ts'
import { apiSession, type SyncContext } from './context.ts'
import { bindTakeovers, dropAccepted, readAwaitedChats } from './outbox/bind-takeovers.ts'
import { bindRows, dropUnrecognised } from './outbox/bind-rows.ts'

/**
 * Without `sync` (I3): reads the chats again, and the messages of every chat that changed and is mirrored, open or
 * has local work. Absence from the list deletes nothing (I4). Throws ApiError, SessionEndedError.
 */
export async function refreshAll(context: SyncContext): Promise<void> {
  const { workspace, clock, signal } = context
  const readAt = clock.now()
  const clearing = await readClearing(workspace.mirror)
  const chats = await fetchRecentChats(apiSession(context), signal)
  await putChatRows(context, chats, readAt)
  const wanted = await readFetchRequestedThreads(context)
  for (const { id } of chats) if (wanted.has(id)) await unlessRefused(() => refreshThread(context, id))
  const listed = new Set(chats.map(({ id }) => id))
  // A chat that the list does not name is older than it reaches, or gone: only its own read tells.
  for (const id of await readAwaitedChats(context))
    if (!listed.has(id))
      await unlessRefused(async () => {
        if ((await refreshChat(context, id)) !== null && wanted.has(id)) await refreshThread(context, id)
      })
  await writeMirror(workspace, [], async () => {
    if ((await readClearing(workspace.mirror)) === clearing)
      await storeSyncedAt(workspace.mirror, clock.now())
  })
}

/** One chat that the environment does not give is no reason to leave the others unread; it is read with the next look. */
async function unlessRefused(read: () => Promise<unknown>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!isOwnFailure(readFailure(error))) throw error
  }
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
    await dropAccepted(context, chatId)
    return null
  }
}

/**
 * Reads a chat's newest messages again, or all of them where the environment does not page. `given` are those that were read
 * already.
 */
export async function refreshThread(
  context: SyncContext,
  chatId: string,
  given?: readonly Message[],
): Promise<void> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const countBefore = await readMessagesCount(mirror, chatId)
  const page = context.capabilities().paging ? NEWEST_PAGE : null
  const messages = given ?? (await fetchMessages(apiSession(context), chatId, page, signal))
  await bindRows(context, chatId, messages)
  const isWhole = page === null || messages.length < page.limit
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
    await applyNewest(mirror, [{ chatId, messages, isWhole }], clock.now())
    // A message that was counted while these were listed may not be among them.
    const isBehind = !context.capabilities().sync && (await readMessagesCount(mirror, chatId)) !== countBefore
    if (isBehind) await patchThread(mirror, chatId, { asOf: 0 })
  })
  await dropUnrecognised(context, chatId)
}

/**
 * A hint without a change in it (I3): the chat is read again, and the message. Only where that message is the one that
 * came since the thread was read does it follow without a gap (I10); else others were missed, or not asked for yet, and
 * the thread is read.
 */
export async function followHint(
  context: SyncContext,
  chatId: string,
  messageId: string | null,
): Promise<void> {
  const { mirror } = context.workspace
  const { historyFrom, asOf } = await readThreadRow(mirror, chatId)
  const isNews = messageId !== null && (await mirror.messages.get(messageId)) === undefined
  const expected = (await readMessagesCount(mirror, chatId)) + (isNews ? 1 : 0)
  const chat = await refreshChat(context, chatId)
  if (!chat || (historyFrom === null && messageId === null)) return
  if (historyFrom === null || asOf === 0 || chat.messagesCount !== expected) {
    await refreshThread(context, chatId)
  } else if (isNews) {
    await fetchHinted(context, chat, messageId)
  }
}

async function fetchHinted(context: SyncContext, chat: Chat, messageId: string): Promise<void> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const message = await fetchMessage(apiSession(context), messageId, signal)
  await bindRows(context, chat.id, [message])
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
    await putMessages(mirror, [message])
    const { historyFrom } = await readThreadRow(mirror, chat.id)
    const isFollowing =
      historyFrom !== null &&
      message.createdAt >= historyFrom &&
      (await readMessagesCount(mirror, chat.id)) === chat.messagesCount
    await patchThread(mirror, chat.id, { asOf: isFollowing ? clock.now() : 0 })
  })
}

async function readMessagesCount(mirror: MirrorDatabase, chatId: string): Promise<number> {
  return (await mirror.chats.get(chatId))?.chat.messagesCount ?? 0
}

/**
 * Writes chats, and in the same transaction marks the threads of those that changed, so that an interruption before
 * their messages were read loses nothing (I3). Where the change log brings the messages nothing is marked.
 */
async function putChatRows(context: SyncContext, chats: readonly Chat[], readAt: number): Promise<void> {
  const { mirror } = context.workspace
  await writeMirror(context.workspace, [mirror.chats, mirror.threads], async () => {
    const before = await mirror.chats.bulkGet(chats.map((chat) => chat.id))
    await putChats(mirror, chats, { readAt, snapshot: '' })
    if (context.capabilities().sync) return
    for (const [index, chat] of chats.entries()) {
      const known = before[index]?.chat
      if (known?.updatedAt === chat.updatedAt && known.messagesCount === chat.messagesCount) continue
      if (await mirror.threads.get(chat.id)) await patchThread(mirror, chat.id, { asOf: 0 })
    }
  })
  await bindTakeovers(context, new Set(chats.map((chat) => chat.id)), readAt)
}

/** The threads worth reading: those read before whose chat has changed since, open ones, and those with local work. */
async function readFetchRequestedThreads({ workspace }: SyncContext): Promise<Set<string>> {
  const threads = await workspace.mirror.threads.orderBy('openedAt').reverse().toArray()
  const wanted = await readChatsWithWork(workspace)
  for (const [index, { chatId, openedAt, historyFrom, asOf }] of threads.entries()) {
    const isOpen = index < OPEN_THREADS && openedAt > 0
    if (isOpen || (historyFrom !== null && asOf === 0)) wanted.add(chatId)
  }
  return wanted
}
