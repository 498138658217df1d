import { useState } from 'react'
import type { Campaign } from '#src/contract/campaigns.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import styles from './campaigns.module.css'
import { campaignUrl, nameCampaign, RUNS_HASH } from './declare-campaigns.tsx'
import { describeStarted, explainNoRun, nameRunButton } from './describe-run.ts'
import { usePreview } from './online-queries.ts'
import { createRunController, type StartCalls } from './run-controller.ts'
import { RunPreview } from './run-preview.tsx'
import { describeSegment } from './words.ts'

interface RunDialogProps {
  campaign: Campaign
  calls: StartCalls
  /** Whether the environment announced `campaigns`: what a run would do is known before it. */
  hasPreview: boolean
  /** Why nothing can be run just now, in words; null: it can. Runs are never queued (O8). */
  readOnly: string | null
  navigate(url: string): void
  onClose(): void
}

/** What is asked before a campaign goes out: to how many, what they read, and a yes that names the number. */
export function RunDialog({ campaign, calls, hasPreview, readOnly, navigate, onClose }: RunDialogProps) {
  const [controller] = useState(() => createRunController(campaign.id, calls))
  const start = useStore(controller.state)
  const { preview, problem, reload } = usePreview(campaign.id, hasPreview)
  const isStarting = start.kind === 'starting'
  const isOver = start.kind === 'started' && !start.testUsersOnly
  const noRun = explainNoRun({ readOnly, preview, hasPreview, isForTestUsers: false })
  const noTest = explainNoRun({ readOnly, preview, hasPreview, isForTestUsers: true })

  function openRuns() {
    onClose()
    navigate(`${campaignUrl(campaign.id)}#${RUNS_HASH}`)
  }

  return (
    <Dialog title={`Run “${nameCampaign(campaign)}”?`} onClose={onClose}>
      <div className={styles.run}>
        {!hasPreview && !isOver && (
          <p>
            {`It goes out at once to everybody of the segment “${describeSegment(campaign.segment)}”. ` +
              'This environment does not say beforehand how many guests that is.'}
          </p>
        )}
        {hasPreview && !isOver && problem !== null && (
          <WarningBox role="status">
            <span>{`What a run would do could not be read. ${problem}`}</span>
            <Button onClick={reload}>Try again</Button>
          </WarningBox>
        )}
        {hasPreview && !isOver && problem === null && <RunPreview preview={preview} />}
        {readOnly !== null && (
          <p className={styles.bad}>{`${readOnly} A campaign is never sent later by itself.`}</p>
        )}
        <p role="status" className={start.kind === 'failed' ? styles.bad : styles.said}>
          {describeStarted(start)}
        </p>
        <div className={styles.actions}>
          {start.kind === 'started' && hasPreview && (
            <OpenLink
              url={`${campaignUrl(campaign.id)}#${RUNS_HASH}`}
              label={`Run log of ${nameCampaign(campaign)}`}
              navigate={openRuns}
            >
              Run log
            </OpenLink>
          )}
          <Button onClick={onClose} data-autofocus>
            {start.kind === 'started' ? 'Close' : 'Cancel'}
          </Button>
          {hasPreview && !isOver && (
            <Button
              disabled={noTest !== null || isStarting}
              title={noTest ?? undefined}
              aria-busy={isStarting && start.testUsersOnly}
              onClick={() => void controller.start(true)}
            >
              Send to test users first
            </Button>
          )}
          {!isOver && (
            <Button
              look="primary"
              disabled={noRun !== null || isStarting}
              title={noRun ?? undefined}
              aria-busy={isStarting && !start.testUsersOnly}
              onClick={() => void controller.start(hasPreview ? false : undefined)}
            >
              {nameRunButton(preview, hasPreview)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
