import { ACTIVE_CHAT_MS } from '#src/domain/chats/filters.ts'
import { countChatsNeedingHelp } from './chats.ts'
import type { MirrorDatabase } from './database.ts'
import { countChatsWrittenSince, findWindowEnd } from './guest-times.ts'
import { readActiveAdmins, readNewestKnown, readSyncedAt } from './meta.ts'

export interface Counters {
  agents: number
  users: number
  needHelp: number
  /** When the mirror last agreed with the environment, ms of the device's clock; null: nothing was read yet. */
  syncedAt: number | null
  /** Whether the newest mirrored chat is the newest there is. */
  isNewestKnown: boolean
  /** When the number of users changes by itself, ms of the environment's clock; null: there are none. */
  changesAt: number | null
}

/** The numbers above the list. `now`: the environment's clock, ms (I8). */
export function readCounters(mirror: MirrorDatabase, now: number): Promise<Counters> {
  return mirror.transaction('r', [mirror.chats, mirror.meta], async () => {
    const [agents, users, needHelp, syncedAt, isNewestKnown, changesAt] = await Promise.all([
      readActiveAdmins(mirror),
      countChatsWrittenSince(mirror, now - ACTIVE_CHAT_MS),
      countChatsNeedingHelp(mirror),
      readSyncedAt(mirror),
      readNewestKnown(mirror),
      findWindowEnd(mirror, ACTIVE_CHAT_MS, now),
    ])
    return { agents, users, needHelp, syncedAt, isNewestKnown, changesAt }
  })
}
