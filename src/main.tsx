import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#src/ui/theme.css'
import { resolveVariables, theme } from '#src/ui/theme.ts'
import { App } from '#src/app/app.tsx'
import { startRuntime } from '#src/app/runtime.ts'
import { StartProblem } from '#src/app/start-problem.tsx'
import { registerWorker } from '#src/app/update.ts'

await boot()

async function boot(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const started = await startRuntime()
  if (started === 'no-url') return
  createRoot(root).render(
    <StrictMode>
      {/* All of Mantine's variables come from here, so that its 27 kB of defaults need not be fetched. */}
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
      >
        {'runtime' in started ? (
          <App runtime={started.runtime} />
        ) : (
          <StartProblem problem={started.problem} />
        )}
      </MantineProvider>
    </StrictMode>,
  )
  registerWorker()
}
