import { isHostThere } from '#src/actions/session-environments.ts'
import type { ConnectionStore } from '#src/lib/connection.ts'
import { goodLine } from '#src/lib/good-line.ts'
import type { PageHost } from '#src/sync/page-host.ts'
import { registerSync } from './background-sync.ts'
import { startAnew } from './start-anew.ts'
import { isVisible, onReturn, onVisibility } from './visibility.ts'

/** This page as the engine knows it. */
export function createPageHost(connection: ConnectionStore): PageHost {
  const shell = {
    origin: window.location.origin,
    fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
  }
  return {
    isVisible,
    onVisibility,
    onReturn,
    network: goodLine,
    connection,
    registerSync,
    onChunkStuck: () => void startAnew(() => isHostThere(shell), Date.now()),
  }
}
