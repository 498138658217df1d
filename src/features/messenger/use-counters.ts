import { countChatsActiveSince, countChatsNeedingHelp } from '#src/db/mirror/chats.ts'
import { readActiveAdmins, readSyncedAt } from '#src/db/mirror/meta.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { ACTIVE_CHAT_MS } from '#src/domain/chats/filters.ts'

export interface Counters {
  agents: number
  users: number
  needHelp: number
  /** When the mirror last agreed with the environment, ms of the device's clock; null: nothing was read yet. */
  syncedAt: number | null
}

/** The numbers above the list. `now` is the environment's clock in ms. */
export function useCounters(now: number): Counters | undefined {
  const workspace = useWorkspace()
  const { mirror } = workspace
  return useLive(
    workspace,
    `counters:${now}`,
    async () => {
      const since = new Date(now - ACTIVE_CHAT_MS).toISOString()
      const [agents, users, needHelp, syncedAt] = await Promise.all([
        readActiveAdmins(mirror),
        countChatsActiveSince(mirror, since),
        countChatsNeedingHelp(mirror),
        readSyncedAt(mirror),
      ])
      return { agents, users, needHelp, syncedAt }
    },
    { keepsPrevious: true },
  )
}
