import { countChatsActiveSince, countChatsNeedingHelp } from './chats.ts'
import type { MirrorDatabase } from './database.ts'
import { readActiveAdmins, readSyncedAt } from './meta.ts'

export interface Counters {
  agents: number
  users: number
  needHelp: number
  /** When the mirror last agreed with the environment, ms of the device's clock; null: nothing was read yet. */
  syncedAt: number | null
}

/** The numbers above the list. `since`: from when on a guest who wrote counts as there, an ISO instant. */
export function readCounters(mirror: MirrorDatabase, since: string): Promise<Counters> {
  return mirror.transaction('r', [mirror.chats, mirror.meta], async () => {
    const [agents, users, needHelp, syncedAt] = await Promise.all([
      readActiveAdmins(mirror),
      countChatsActiveSince(mirror, since),
      countChatsNeedingHelp(mirror),
      readSyncedAt(mirror),
    ])
    return { agents, users, needHelp, syncedAt }
  })
}
