import { useLayoutEffect, useRef, useState } from 'react'
import type { CampaignRun } from '#src/contract/campaigns.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
import { LogSection } from '#src/ui/list/log/log-section.tsx'
import { useNow } from '#src/ui/list/use-now.ts'
import styles from './campaigns.module.css'
import { RUNS_HASH } from './declare-campaigns.tsx'
import { useRuns, useRunsReading, useStop } from './online-queries.ts'
import { RUNS } from './run-columns.ts'
import { RunEntry } from './run-entry.tsx'

interface RunLogProps {
  campaignId: string
  /** Whether whoever reads it may stop what is running. */
  canStop: boolean
}

/** What became of a campaign, run by run, the newest first. */
export function RunLog({ campaignId, canStop }: RunLogProps) {
  const log = useRuns(campaignId)
  const { rows, readOnly, reload } = log
  const now = useNow()
  const part = useRef<HTMLElement>(null)
  const whole = useRunsReading(campaignId, (all) => saveCsv(RUNS, all))
  const { asked, setAsked, stopping, failed, stop } = useStopping(reload)

  // The list leads here by name; what is drawn later than the address was read is not found by the browser.
  const isThere = rows !== undefined
  useLayoutEffect(() => {
    if (isThere && window.location.hash === `#${RUNS_HASH}`) part.current?.scrollIntoView()
  }, [isThere])

  return (
    <>
      <LogSection
        ref={part}
        id={RUNS_HASH}
        title="Run log"
        log={log}
        whole={whole}
        noun={RUNS.noun}
        empty="It has not run yet."
        notes={failed !== null && <p className={styles.bad} role="alert">{`Not stopped. ${failed}`}</p>}
        now={now}
      >
        {(run) => (
          <RunEntry
            key={run.id}
            run={run}
            now={now}
            isStopping={stopping === run.id}
            readOnly={readOnly}
            onStop={canStop ? () => setAsked(run) : undefined}
          />
        )}
      </LogSection>
      {asked !== null && (
        <ConfirmDialog
          title="Stop this run?"
          confirmLabel="Stop the run"
          onCancel={() => setAsked(null)}
          onConfirm={() => void stop(asked)}
        >
          Guests who have not been sent it yet do not get it. What is sent already stays sent, and the run can
          not be taken up again.
        </ConfirmDialog>
      )}
    </>
  )
}

/** The question before a run is stopped, and what became of the answer. */
function useStopping(onStopped: () => void) {
  const call = useStop()
  const [asked, setAsked] = useState<CampaignRun | null>(null)
  const [stopping, setStopping] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  async function stop({ id }: CampaignRun) {
    setAsked(null)
    setFailed(null)
    setStopping(id)
    const stopped = await call(id)
    setStopping(null)
    if (stopped.kind === 'failed') setFailed(stopped.message)
    onStopped()
  }

  return { asked, setAsked, stopping, failed, stop }
}
