import { readCounters, type Counters } from '#src/db/mirror/counters.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { ACTIVE_CHAT_MS } from '#src/domain/chats/filters.ts'
import { LIST_REST_MS } from './use-chat-list.ts'

/** The numbers above the list, live. `now` is the environment's clock in ms. */
export function useCounters(now: number): Counters | undefined {
  const workspace = useWorkspace()
  const since = new Date(now - ACTIVE_CHAT_MS).toISOString()
  return useLive(workspace, `counters:${now}`, () => readCounters(workspace.mirror, since), {
    keepsPrevious: true,
    restMs: LIST_REST_MS,
  })
}
