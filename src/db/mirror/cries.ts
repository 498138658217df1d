import Dexie from 'dexie'
import type { Cry, KnownCries } from '#src/domain/alerts/new-cries.ts'
import type { MirrorDatabase } from './database.ts'
import { readSyncedAt } from './meta.ts'

const KEY = 'known-cries'

/** What calls for a person now. */
export interface Cries {
  /** Null before the environment was read for the first time: then nothing is known to be new. */
  cries: (Cry & { displayName: string })[] | null
  /** Whether any chat is paused or needs help (specification section 4, tab title). */
  isGuestWaiting: boolean
}

export async function readCries(mirror: MirrorDatabase): Promise<Cries> {
  const { chats, meta } = mirror
  const [rows, paused, syncedAt] = await mirror.transaction('r', [chats, meta], () =>
    Promise.all([
      chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).toArray(),
      chats.where('[paused+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).limit(1).toArray(),
      readSyncedAt(mirror),
    ]),
  )
  const cries = rows.map(({ id, chat }) => ({
    chatId: id,
    helpAt: chat.helpAt ?? null,
    displayName: chat.displayName,
  }))
  return { cries: syncedAt === null ? null : cries, isGuestWaiting: rows.length + paused.length > 0 }
}

/** The cries that this device has rung for; null where it never listened. */
export async function readKnownCries(mirror: MirrorDatabase): Promise<KnownCries | null> {
  const row = await mirror.meta.get(KEY)
  return isKnownCries(row?.value) ? row.value : null
}

/** Call it inside a write. */
export async function storeKnownCries(mirror: MirrorDatabase, known: KnownCries): Promise<void> {
  await mirror.meta.put({ key: KEY, value: known })
}

function isKnownCries(value: unknown): value is KnownCries {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((helpAt) => typeof helpAt === 'string')
  )
}
