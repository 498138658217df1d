import { fetchFirstChats } from '#src/api/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { readCursor, storeListedAt } from '#src/db/mirror/meta.ts'
import { writeMirror } from '#src/db/write.ts'
import { apiSession, type SyncContext } from './context.ts'

/** One screen of chats and a scroll: half a second on a line of 100 kbit/s. */
const FIRST_CHATS = 50

/**
 * The newest chats of a device that has none yet, beside its first pull: that one brings every chat with its messages, and
 * whoever signs in on a weak line would wait for all of it before there is a list to choose from. Gives the newest one's id,
 * null where nothing was fetched.
 */
export async function fetchFirstList(context: SyncContext): Promise<string | null> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const { paging, sync } = context.capabilities()
  // Without the change log the list is what is read first anyway.
  if (!paging || !sync) return null
  if ((await readCursor(mirror)) !== null || (await mirror.chats.count()) > 0) return null
  const readAt = clock.now()
  const chats = await fetchFirstChats(apiSession(context), FIRST_CHATS, signal)
  await writeMirror(workspace, [mirror.chats], async () => {
    // What the pull has brought meanwhile is newer, also where nothing says so: a chat without a `rev`.
    const known = new Set(await mirror.chats.toCollection().primaryKeys())
    await putChats(
      mirror,
      chats.filter(({ id }) => !known.has(id)),
      { readAt, snapshot: '' },
    )
    await storeListedAt(mirror, readAt)
  })
  return chats[0]?.id ?? null
}
