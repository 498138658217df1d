import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore } from '#src/lib/store.ts'
import type { Engine, EngineOptions } from '#src/sync/engine.ts'

/**
 * An engine that is fetched when it may begin, after the rows of a warm start: what is asked of it before is done then. Where it
 * does not arrive it is asked for again (`docs/decisions/030-deferred-parts.md`), and this tab holds no lock until it does, so
 * that it keeps none from leading.
 */
export function startEngineLater(options: EngineOptions, mayBegin: Promise<void>): Engine {
  const { host } = options
  const progress: Engine['progress'] = createStore(new Map())
  const stopped = new AbortController()
  let engine: Engine | null = null
  let isAsked = false

  async function begin(): Promise<void> {
    await mayBegin
    const startEngine = await loadUntilThere(
      () => import('#src/sync/engine.ts').then((module) => module.startEngine),
      host.onReturn,
      stopped.signal,
      host.onChunkStuck,
    )
    if (startEngine === null || stopped.signal.aborted) return
    const started = startEngine(options)
    started.progress.subscribe(() => progress.set(started.progress.get()))
    if (isAsked) started.syncNow()
    engine = started
  }
  begin().catch((error: unknown) => logger.error('the engine ended', { error: String(error) }))

  return {
    progress,
    noteLine: (reading) => engine?.noteLine(reading),
    syncNow() {
      isAsked = true
      engine?.syncNow()
    },
    stop() {
      stopped.abort()
      engine?.stop()
    },
  }
}
