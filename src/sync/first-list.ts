import { askFirstList, hasFirstList, type FirstList } from '#src/api/first-list.ts'
import type { Chat } from '#src/contract/chats.ts'
import { toMirrorChat } from '#src/db/mirror/chats.ts'
import { readCursor, storeListedAt } from '#src/db/mirror/meta.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import { writeMirror } from '#src/db/write.ts'
import { applyNewest, type NewestMessages } from './apply-messages.ts'
import { apiSession, type SyncContext } from './context.ts'
import { prewarmChat } from './prewarm.ts'
import { refreshThread } from './refresh.ts'

/** What a sign-in has asked for before there was an engine. */
export interface AskedList {
  list: FirstList
  /** Settles when it is on the screen, or is not going to be from here: what a page stores keeps it from drawing. */
  mayStore: Promise<void>
  /** It is stored, with the words of its first chat where they have come by then; or it never will be. */
  noteStored(): void
}

/**
 * The newest chats of a device that has none yet, beside its first pull: that one brings every chat with its messages, and
 * whoever signs in on a weak line would wait for all of it before there is a list to choose from. `ahead` is what the sign-in
 * asked for already; where that failed it is asked for anew. False where nothing was fetched.
 */
export async function fetchFirstList(context: SyncContext, ahead: AskedList | null): Promise<boolean> {
  const { mirror } = context.workspace
  try {
    if (!hasFirstList(context.capabilities())) return false
    if ((await readCursor(mirror)) !== null || (await mirror.chats.count()) > 0) return false
    const list = await askUnlessThere(context, ahead?.list ?? null)
    await ahead?.mayStore
    const newest = await storeNewest(context, list, () => ahead?.noteStored())
    if (newest !== null) await prewarmChat(context, newest)
    return true
  } finally {
    ahead?.noteStored()
  }
}

/**
 * The list, with the words of its first chat where these have come by now, or then those; the id of that chat, null for a
 * hotel without any. `onStored` is told of the list: what shows it reads nothing until then, and words may hang.
 */
async function storeNewest(
  context: SyncContext,
  asked: FirstList,
  onStored: () => void,
): Promise<string | null> {
  const chats = await asked.chats
  const newest = chats[0]
  const words = newest ? await readEarlyWords(context, newest.id, asked) : null
  await storeFirstList(context, chats, asked.readAt, words)
  onStored()
  if (!newest) return null
  const late = words === null ? await asked.words : null
  if (late !== null) await refreshThread(context, newest.id, late.messages)
  return newest.id
}

/**
 * Null where they have not come yet: rows do not wait for words. Null, too, where something of ours waits in that chat, which
 * may be among them and has to be found before they are stored (O6).
 */
async function readEarlyWords(
  { workspace }: SyncContext,
  chatId: string,
  asked: FirstList,
): Promise<NewestMessages | null> {
  const words = await Promise.race([asked.words, Promise.resolve(null)])
  if (words === null || (await readLane(workspace.outbox, chatId)).length > 0) return null
  return { chatId, ...words }
}

async function askUnlessThere(context: SyncContext, ahead: FirstList | null): Promise<FirstList> {
  const isThere = ahead !== null && (await ahead.chats.then(Boolean, () => false))
  return isThere ? ahead : askFirstList(apiSession(context), context.clock.now(), context.signal)
}

/** In one transaction, so that rows and words are there at once. */
async function storeFirstList(
  { workspace, clock }: SyncContext,
  chats: readonly Chat[],
  readAt: number,
  words: NewestMessages | null,
): Promise<void> {
  const { mirror } = workspace
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
    // What the pull has brought meanwhile is newer, also where nothing says so: a chat without a `rev`.
    const known = new Set(await mirror.chats.toCollection().primaryKeys())
    const unknown = chats.filter(({ id }) => !known.has(id))
    await mirror.chats.bulkPut(unknown.map((chat) => toMirrorChat(chat, readAt, '', undefined)))
    if (words !== null) await applyNewest(mirror, [words], clock.now())
    await storeListedAt(mirror, readAt)
  })
}
