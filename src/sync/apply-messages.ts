import type { Message } from '#src/contract/chats.ts'
import type { MirrorDatabase } from '#src/db/mirror/database.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { patchThread, readThreadRow } from '#src/db/mirror/threads.ts'

/**
 * Writes messages that follow without a gap on what the mirror knows (the change log, an answer to a send). A chat of
 * which nothing was known begins at the oldest of them (I10). `isCounted` says that the mirrored chat is as new as they are,
 * so that its number of messages tells whether these are all it has. Call it inside a write on chats, messages and threads.
 */
export async function applyFollowing(
  mirror: MirrorDatabase,
  changed: readonly Message[],
  now: number,
  isCounted = true,
): Promise<void> {
  const messages = await leaveOutSettled(mirror, changed)
  await putMessages(mirror, messages)
  for (const [chatId, rows] of groupByChat(messages)) {
    const thread = await readThreadRow(mirror, chatId)
    if (thread.historyFrom !== null) {
      await patchThread(mirror, chatId, { asOf: now })
      continue
    }
    const chat = await mirror.chats.get(chatId)
    await patchThread(mirror, chatId, {
      historyFrom: oldestOf(rows),
      isComplete: isCounted && chat !== undefined && chat.chat.messagesCount <= rows.length,
      asOf: now,
    })
  }
}

/**
 * Leaves out, in a chat of which nothing is known, what may have changed only by what became of it on its way: the messages
 * after it are not known to be here, so that neither a thread nor a preview may begin there (I10).
 */
async function leaveOutSettled(mirror: MirrorDatabase, messages: readonly Message[]): Promise<Message[]> {
  const begins = new Map<string, string | null>()
  for (const [chatId, rows] of groupByChat(messages)) {
    if (!rows.some(({ delivery }) => delivery)) continue
    if ((await readThreadRow(mirror, chatId)).historyFrom !== null) continue
    begins.set(chatId, oldestOf(rows.filter(({ delivery }) => !delivery)))
  }
  return messages.filter(({ chatId, createdAt }) => {
    const begin = begins.get(chatId)
    return begin === undefined || (begin !== null && createdAt >= begin)
  })
}

/**
 * Writes a chat's newest messages as the environment listed them. `isWhole` says that these are all it has. Older
 * mirrored messages still count where the list reaches back to one of them; otherwise there is a gap (I10).
 */
export async function applyNewest(
  mirror: MirrorDatabase,
  chatId: string,
  messages: readonly Message[],
  isWhole: boolean,
  now: number,
): Promise<void> {
  const thread = await readThreadRow(mirror, chatId)
  const oldest = oldestOf(messages)
  const isJoined =
    oldest !== null && thread.historyFrom !== null && (await hasMessageAt(mirror, chatId, oldest))
  await putMessages(mirror, messages)
  if (isWhole) await patchThread(mirror, chatId, { historyFrom: oldest ?? '', isComplete: true, asOf: now })
  else if (isJoined) await patchThread(mirror, chatId, { asOf: now })
  else await patchThread(mirror, chatId, { historyFrom: oldest, isComplete: false, asOf: now })
}

/**
 * Writes the messages directly before `before`, where the mirrored ones began when they were asked for; none means that
 * the chat begins there. Where the thread begins elsewhere by now they do not follow on it (I10).
 */
export async function applyOlder(
  mirror: MirrorDatabase,
  chatId: string,
  before: string | null,
  messages: readonly Message[],
  isFirst: boolean,
): Promise<void> {
  await putMessages(mirror, messages)
  const { historyFrom } = await readThreadRow(mirror, chatId)
  if (historyFrom !== before) return
  await patchThread(mirror, chatId, { historyFrom: oldestOf(messages) ?? before, isComplete: isFirst })
}

export function groupByChat(messages: readonly Message[]): Map<string, Message[]> {
  const groups = new Map<string, Message[]>()
  for (const message of messages) {
    const group = groups.get(message.chatId)
    if (group) group.push(message)
    else groups.set(message.chatId, [message])
  }
  return groups
}

function oldestOf(messages: readonly Message[]): string | null {
  return messages.reduce<string | null>(
    (oldest, { createdAt }) => (oldest === null || createdAt < oldest ? createdAt : oldest),
    null,
  )
}

async function hasMessageAt(mirror: MirrorDatabase, chatId: string, createdAt: string): Promise<boolean> {
  return (await mirror.messages.where('[chatId+createdAt]').equals([chatId, createdAt]).count()) > 0
}
