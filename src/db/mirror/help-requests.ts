import Dexie from 'dexie'
import type { HelpRequest, KnownHelpRequests } from '#src/domain/alerts/new-help-requests.ts'
import type { MirrorDatabase } from './database.ts'
import { readSyncedAt } from './meta.ts'

const KEY = 'known-help-requests'

/** What calls for a person now. */
export interface HelpRequests {
  /** Null before the environment was read for the first time: then nothing is known to be new. */
  helpRequests: (HelpRequest & { displayName: string })[] | null
  /** Whether any chat is paused or needs help (specification section 4, tab title). */
  isGuestWaiting: boolean
}

export async function readHelpRequests(mirror: MirrorDatabase): Promise<HelpRequests> {
  const { chats, meta } = mirror
  const [rows, paused, syncedAt] = await mirror.transaction('r', [chats, meta], () =>
    Promise.all([
      chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).toArray(),
      chats.where('[paused+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).limit(1).toArray(),
      readSyncedAt(mirror),
    ]),
  )
  const helpRequests = rows.map(({ id, chat }) => ({
    chatId: id,
    helpAt: chat.helpAt ?? null,
    displayName: chat.displayName,
  }))
  return {
    helpRequests: syncedAt === null ? null : helpRequests,
    isGuestWaiting: rows.length + paused.length > 0,
  }
}

/** The help requests that this device has rung for; null where it never listened. */
export async function readKnownHelpRequests(mirror: MirrorDatabase): Promise<KnownHelpRequests | null> {
  const row = await mirror.meta.get(KEY)
  return isKnownHelpRequests(row?.value) ? row.value : null
}

/** Call it inside a write. */
export async function storeKnownHelpRequests(
  mirror: MirrorDatabase,
  known: KnownHelpRequests,
): Promise<void> {
  await mirror.meta.put({ key: KEY, value: known })
}

function isKnownHelpRequests(value: unknown): value is KnownHelpRequests {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((helpAt) => typeof helpAt === 'string')
  )
}
