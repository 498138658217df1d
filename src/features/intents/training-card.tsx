import type { BotStatus, Intent } from '#src/contract/intents.ts'
import { Button } from '#src/ui/button.tsx'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { describeAgo, formatTip, readTime } from '#src/ui/list/nice-date.ts'
import { useNow } from '#src/ui/list/use-now.ts'
import { explainNoTraining } from './explain-no-training.ts'
import { FormerVersion } from './former-version.tsx'
import styles from './intents.module.css'
import { useBotStatus, useHasVersions } from './online-queries.ts'
import { useTraining } from './use-training.ts'

const STEP_WORDS = { training: 'Training…', publishing: 'Publishing…' } as const

/** TRAIN & PUBLISH (specification section 2, Intents): what the bot understands, and since when. */
export function TrainingCard({ source }: { source: ListSource<Intent> }) {
  const { status, state, problem, reload } = useBotStatus()
  const training = useTraining(source.rows, reload)
  const hasVersions = useHasVersions()
  const { step, outcome } = training
  const why = explainNoTraining(source)
  const isRunning = step !== null
  return (
    <section className={styles.card} aria-label="TRAIN & PUBLISH">
      <div className={styles.bot}>
        {status ? <Published status={status} /> : <p>{state === 'failed' ? problem : 'Loading…'}</p>}
      </div>
      {/* Its place is always there: nothing moves when words come and go. */}
      <div className={styles.outcome}>
        <p role="status" data-tone={outcome?.kind}>
          {step === null ? describeRest(outcome, why) : STEP_WORDS[step]}
        </p>
        {outcome?.kind === 'failed' && (
          <p role="alert" data-tone="failed">
            {outcome.message}
          </p>
        )}
      </div>
      <Button
        look="primary"
        disabled={isRunning || why !== null}
        title={why ?? undefined}
        aria-busy={isRunning}
        onClick={training.start}
      >
        TRAIN &amp; PUBLISH
      </Button>
      {hasVersions && <FormerVersion onPublished={reload} />}
    </section>
  )
}

/** What is said while nothing runs: how it ended, else why it can't be begun. A failure is said beside it. */
function describeRest(outcome: { kind: string } | null, why: string | null): string | null {
  if (outcome === null) return why
  return outcome.kind === 'success' ? 'Success' : null
}

function Published({ status }: { status: BotStatus }) {
  const now = useNow()
  const at = readTime(status.publishedDateTime ?? status.lastPublishedDateTime ?? undefined)
  return (
    <>
      <p>
        <b dir="auto">{status.name || 'The bot'}</b>
        {status.version !== '' && <span className={styles.version}>{` Version ${status.version}`}</span>}
      </p>
      <p className={styles.note}>
        {at === null ? (
          'Never published'
        ) : (
          <>
            <span>{'Last published '}</span>
            <time dateTime={new Date(at).toISOString()} title={formatTip(at)}>
              {describeAgo(at, now)}
            </time>
          </>
        )}
      </p>
    </>
  )
}
