import { readCounters, type Counters } from '#src/db/mirror/counters.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { LIST_REST_MS } from './use-chat-list.ts'
import { useEnvironmentClock, useWakeAt } from '../use-now.ts'

/** The numbers above the list, live: counted anew at each minute, and when somebody's 30 minutes are over. */
export function useCounters(): Counters | undefined {
  const workspace = useWorkspace()
  const clock = useEnvironmentClock()
  const { now } = clock
  const counters = useLive(workspace, `counters:${now}`, () => readCounters(workspace.mirror, now), {
    keepsPrevious: true,
    restMs: LIST_REST_MS,
  })
  useWakeAt(clock, counters?.changesAt ?? null)
  return counters
}
