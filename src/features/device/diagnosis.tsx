import { useCallback, useContext, useEffect, useState } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { EnvironmentView } from '#src/lib/environment.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { logger } from '#src/lib/logger.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './device-page.module.css'
import { makeDiagnosis } from './make-diagnosis.ts'
import { readBrowserFacts, readBuild } from './read-browser.ts'

/** A description of this device for whoever helps. What is downloaded is what is shown, to the letter. */
export function Diagnosis({ environment }: { environment: EnvironmentView }) {
  const workspace = useWorkspace()
  const capabilities = useContext(CapabilitiesContext)
  const connection = useContext(ConnectionContext)
  const [text, setText] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const make = useCallback(async () => {
    try {
      const made = await makeDiagnosis({
        workspace,
        environment: { label: environment.label, origin: environment.origin },
        capabilities: capabilities.get(),
        connection: connection.get(),
        browser: await readBrowserFacts(),
        build: readBuild(),
        now: Date.now(),
      })
      setText(made)
      setFailed(false)
    } catch (error) {
      logger.warn('the diagnosis could not be made', { error: String(error) })
      setFailed(true)
    }
  }, [workspace, environment, capabilities, connection])

  useEffect(() => void make(), [make])

  function download() {
    if (text === null) return
    const day = new Date().toISOString().slice(0, 10)
    saveFile(new Blob([text], { type: 'application/json' }), `bellhop-diagnosis-${day}.json`)
  }

  return (
    <div className={styles.action}>
      <div>
        <h3>Diagnosis</h3>
        <p>
          A file for whoever helps you: versions, counts, storage, connection and the last errors. No guest’s
          name or words, no chat’s id and no password or token are in it.
        </p>
        {hasFailed && (
          <p role="alert" className={styles.problem}>
            <span>{'It could not be made. '}</span>
            <Button look="link" onClick={() => void make()}>
              Try again
            </Button>
          </p>
        )}
      </div>
      <Button disabled={text === null} onClick={download}>
        Download diagnosis
      </Button>
      {text !== null && (
        <details className={styles.details}>
          <summary>What is in it</summary>
          <Button look="link" onClick={() => void make()}>
            Make it anew
          </Button>
          {/* It scrolls by itself, so keys must reach it. */}
          <pre tabIndex={0} role="region" aria-label="What the diagnosis says">
            {text}
          </pre>
        </details>
      )}
    </div>
  )
}
