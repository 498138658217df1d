import type { CampaignRun } from '#src/contract/campaigns.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { Button } from '#src/ui/button.tsx'
import { LogEntry } from '#src/ui/list/log/log-entry.tsx'
import styles from './campaigns.module.css'
import { describeCause, describeProgress, listFigures, listRemarks } from './describe-runs.ts'
import { describeState, isRunning } from './words.ts'

interface RunEntryProps {
  run: CampaignRun
  now: number
  isStopping: boolean
  /** Why nothing can be stopped just now, in words; null: it can. */
  readOnly: string | null
  /** Undefined: whoever reads it may not. */
  onStop: (() => void) | undefined
}

/** By state; one that a later environment has is not coloured. */
const TONES = new Map<string, 'good' | 'bad' | 'open'>([
  ['running', 'open'],
  ['done', 'good'],
  ['stopped', 'open'],
  ['missed', 'bad'],
])

/** One run: where it stands, its figures, and what is to be said of it. */
export function RunEntry({ run, now, isStopping, readOnly, onStop }: RunEntryProps) {
  const { startedAt, state } = run
  const progress = describeProgress(run)
  return (
    <LogEntry badge={{ words: describeState(run), tone: TONES.get(state) }} at={startedAt} now={now}>
      <p dir="auto">{describeCause(run)}</p>
      <dl className={styles.figures}>
        {listFigures(run).map(({ name, count }) => (
          <div key={name}>
            <dt>{name} </dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {listRemarks(run).map(({ key, words, isBad }) => (
        <p key={key} className={isBad ? styles.bad : styles.note} dir="auto">
          {words}
        </p>
      ))}
      {isRunning(run) && (
        <div className={styles.frequency}>
          <span className={styles.note}>{progress}</span>
          {onStop && (
            <Button
              disabled={isStopping || readOnly !== null}
              title={readOnly ?? undefined}
              aria-busy={isStopping}
              onClick={onStop}
            >
              Stop the run
            </Button>
          )}
        </div>
      )}
    </LogEntry>
  )
}
