import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '#src/app/start/start-styles.ts'
import { App } from '#src/app/app.tsx'
import { StartFailed, StartProblem } from '#src/app/deferred-screens.ts'
import { prepareAddress } from '#src/app/prepare-address.ts'
import { startRuntime, type StartResult } from '#src/app/start-runtime.ts'
import { startUpdates } from '#src/app/update.ts'
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
  if (!root) throw new Error('no #root here')
  refuseStrayFiles()
  watchStyles(document)
  keepInstallPrompt()
  const started = await startRuntime().catch(readProblem)
  // What else there may be to show is not the list, and takes the layer away by itself (W6).
  if (started === 'no-url' || !('runtime' in started)) removeStartLayer()
  if (started === 'no-url') return
  createRoot(root).render(<StrictMode>{draw(started)}</StrictMode>)
  void startUpdates()
}

function draw(started: Exclude<StartResult, 'no-url'> | { failure: string }): ReactNode {
  if ('failure' in started) return <StartFailed problem={started.failure} owner={null} />
  if ('problem' in started) return <StartProblem problem={started.problem} />
  return <App runtime={started.runtime} history={prepareAddress(started.runtime)} />
}

function readProblem(error: unknown): { failure: string } {
  logger.error('the console could not be opened', { error: String(error) })
  return { failure: String(error) }
}
