import { useState } from 'react'
import type { Campaign } from '#src/contract/campaigns.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './campaigns.module.css'
import { useStartCalls } from './online-queries.ts'
import { RunDialog } from './run-dialog.tsx'

interface RunPartProps {
  campaign: Campaign
  hasPreview: boolean
  readOnly: string | null
  /** Something is typed that is not saved: what is run is what was saved. */
  isChanged: boolean
  navigate(url: string): void
}

const UNSAVED = 'Save what you changed first: what is saved is what goes out.'

/** The way from a campaign's page to a run of it. */
export function RunPart({ campaign, hasPreview, readOnly, isChanged, navigate }: RunPartProps) {
  const calls = useStartCalls()
  const [isAsked, setAsked] = useState(false)
  const why = readOnly ?? (isChanged ? UNSAVED : null)
  return (
    <div className={styles.frequency}>
      <Button disabled={why !== null} title={why ?? undefined} onClick={() => setAsked(true)}>
        {hasPreview ? 'See whom it reaches, and run it' : 'Run now'}
      </Button>
      {why !== null && <span className={styles.note}>{why}</span>}
      {isAsked && (
        <RunDialog {...{ campaign, calls, hasPreview, readOnly, navigate }} onClose={() => setAsked(false)} />
      )}
    </div>
  )
}
