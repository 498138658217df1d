import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '#src/app/start/start-styles.ts'
import { App } from '#src/app/app.tsx'
import { StartFailed, StartProblem } from '#src/app/deferred-screens.ts'
import { followWorker } from '#src/app/follow-worker.ts'
import { putListBehind } from '#src/app/list-behind.ts'
import { router } from '#src/app/router.tsx'
import type { AppState, Runtime } from '#src/app/runtime.ts'
import { startRuntime, type StartResult } from '#src/app/start-runtime.ts'
import { registerWorker } from '#src/app/update.ts'
import { watchStyles } from '#src/lib/failed-styles.ts'
import { keepInstallPrompt } from '#src/lib/install-prompt.ts'
import { logger } from '#src/lib/logger.ts'
import { refuseStrayFiles } from '#src/lib/refuse-files.ts'
import { removeStartLayer } from '#src/lib/start-layer.ts'

// Not awaited: a part that the boot loads would wait for this module, and this module for the part. What fails although
// nothing is drawn yet has its words in the page's first script (begin.ts).
boot().catch(reportError)

async function boot(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  refuseStrayFiles()
  watchStyles(document)
  keepInstallPrompt()
  const started = await startRuntime().catch(readProblem)
  // What else there may be to show is not the list, and takes the layer away by itself (W6).
  if (started === 'no-url' || !('runtime' in started)) removeStartLayer()
  if (started === 'no-url') return
  if ('runtime' in started) {
    prepareRouter(started.runtime)
    await matchFirst(started.runtime.state.get())
  }
  createRoot(root).render(<StrictMode>{draw(started)}</StrictMode>)
  void registerWorker()
}

function prepareRouter({ state }: Runtime): void {
  const { history } = router
  putListBehind(history, window.history.length)
  if (!('serviceWorker' in navigator)) return
  followWorker(navigator.serviceWorker, {
    state,
    show: (path) => history.push(path),
    readPath: () => history.location.pathname,
  })
}

/**
 * Finds the first screen before anything is drawn. The router would do it after a first drawing of nothing, and draw the screen
 * as a transition, which goes in small steps.
 */
async function matchFirst(state: AppState): Promise<void> {
  if (state.kind !== 'signed-in') return
  router.update({ ...router.options, context: { role: state.workspace.user.role } })
  await router.load()
}

function draw(started: Exclude<StartResult, 'no-url'> | { failure: string }): ReactNode {
  if ('failure' in started) return <StartFailed problem={started.failure} owner={null} />
  if ('problem' in started) return <StartProblem problem={started.problem} />
  return <App runtime={started.runtime} />
}

function readProblem(error: unknown): { failure: string } {
  logger.error('the console could not be opened', { error: String(error) })
  return { failure: String(error) }
}
