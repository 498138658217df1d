import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#src/app/start/start-styles.ts'
import { App } from '#src/app/app.tsx'
import { startRuntime } from '#src/app/runtime.ts'
import { StartProblem } from '#src/app/start-problem.tsx'
import { Themed } from '#src/app/themed.tsx'
import { registerWorker } from '#src/app/update.ts'
import { watchStyles } from '#src/lib/failed-styles.ts'
import { keepInstallPrompt } from '#src/lib/install-prompt.ts'
import { refuseStrayFiles } from '#src/lib/refuse-files.ts'
import { removeStartLayer } from '#src/lib/start-layer.ts'

await boot()

async function boot(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  refuseStrayFiles()
  watchStyles(document)
  keepInstallPrompt()
  const started = await startRuntime()
  // What else there may be to show is not the list, and takes the layer away by itself (W6).
  if (started === 'no-url' || 'problem' in started) removeStartLayer()
  if (started === 'no-url') return
  createRoot(root).render(
    <StrictMode>
      {'runtime' in started ? (
        <Themed choice={started.runtime.preferences.theme}>
          <App runtime={started.runtime} />
        </Themed>
      ) : (
        <StartProblem problem={started.problem} />
      )}
    </StrictMode>,
  )
  void registerWorker()
}
