import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { CampaignRun } from '#src/contract/campaigns.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { ExportWhole } from '#src/ui/list/export/export-whole.tsx'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
import { describeAsOf } from '#src/ui/list/nice-date.ts'
import { useNow } from '#src/ui/list/use-now.ts'
import { WarningBox } from '#src/ui/warning-box.tsx'
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
  const { rows, state, problem, asOf, readOnly, reload } = log
  const now = useNow()
  const id = useId()
  const part = useRef<HTMLElement>(null)
  const whole = useRunsReading(campaignId, (all) => saveCsv(RUNS, all))
  const { asked, setAsked, stopping, failed, stop } = useStopping(reload)

  // The list leads here by name; what is drawn later than the address was read is not found by the browser.
  const isThere = rows !== undefined
  useLayoutEffect(() => {
    if (isThere && window.location.hash === `#${RUNS_HASH}`) part.current?.scrollIntoView()
  }, [isThere])

  return (
    <section ref={part} id={RUNS_HASH} className={styles.part} aria-labelledby={id}>
      <h2 id={id}>Run log</h2>
      {state === 'failed' && (
        <WarningBox role="status">
          <span>
            {`The log could not be read. ${problem ?? ''}` +
              (rows !== undefined && asOf !== null ? ` What you see is ${describeAsOf(asOf, now)}.` : '')}
          </span>
          <Button onClick={reload}>Try again</Button>
        </WarningBox>
      )}
      {failed !== null && <p className={styles.bad} role="alert">{`Not stopped. ${failed}`}</p>}
      {rows === undefined && state === 'loading' && <p className={styles.note}>Loading...</p>}
      {rows?.length === 0 && <p className={styles.note}>It has not run yet.</p>}
      {rows !== undefined && rows.length > 0 && (
        <ol className={styles.entries} aria-labelledby={id}>
          {rows.map((run) => (
            <RunEntry
              key={run.id}
              run={run}
              now={now}
              isStopping={stopping === run.id}
              readOnly={readOnly}
              onStop={canStop ? () => setAsked(run) : undefined}
            />
          ))}
        </ol>
      )}
      {log.hasOlder && (
        <Button disabled={log.isLoadingOlder} aria-busy={log.isLoadingOlder} onClick={log.showOlder}>
          Show older
        </Button>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ExportWhole
          label="Export the whole log"
          noun={RUNS.noun}
          state={whole.state}
          readOnly={readOnly}
          onStart={whole.start}
          onStop={whole.stop}
        />
      )}
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
    </section>
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
