import { isHostThere } from '#src/actions/session-environments.ts'
import type { ConnectionStore } from '#src/lib/connection.ts'
import { goodLine } from '#src/lib/good-line.ts'
import type { PageHost } from '#src/sync/page-host.ts'
import { waitForWords } from './after-rows.ts'
import { registerSync } from './background-sync.ts'
import { reloadStuckChunk } from './reload-stuck-chunk.ts'
import { isVisible, onReturn, onVisibility } from './visibility.ts'

/** This page as the engine, and the parts of the app that load late, know it. */
export function createPageHost(connection: ConnectionStore, isMemoryOnly: boolean): PageHost {
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
    whenDrawn: waitForWords,
    onChunkStuck() {
      // What is in memory only does not outlive a reload (D6).
      if (!isMemoryOnly) void reloadStuckChunk(() => isHostThere(shell), Date.now())
    },
  }
}
