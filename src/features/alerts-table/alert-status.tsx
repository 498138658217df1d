import { useState } from 'react'
import type { Alert } from '#src/contract/bot-configs.ts'
import type { Delivery, Senders } from '#src/contract/deliveries.ts'
import { Button } from '#src/ui/button.tsx'
import { describeAgo, readTime } from '#src/ui/list/nice-date.ts'
import styles from './alerts-page.module.css'
import { canBeSent, describeStatus } from './describe-delivery.ts'
import { useAlertTest } from './online-queries.ts'

interface AlertStatusProps {
  alert: Alert
  /** What was sent by it last, as far as the log was read. */
  last: Delivery | undefined
  senders: Senders
  readOnly: string | null
  now: number
  /** The log has something new. */
  onTested(): void
}

type TestState = { kind: 'none' } | { kind: 'sending' } | { kind: 'failed'; message: string }

/** What an alert came to last, and its test. */
export function AlertStatus({ alert, last, senders, readOnly, now, onTested }: AlertStatusProps) {
  const [state, setState] = useState<TestState>({ kind: 'none' })
  const test = useAlertTest()
  const canSend = canBeSent(alert, senders)
  const name = alert.name || alert.sendTo
  const why = canSend ? readOnly : `No sender for ${alert.type} is set up.`

  async function send() {
    setState({ kind: 'sending' })
    const written = await test(alert.id)
    setState(written.kind === 'done' ? { kind: 'none' } : written)
    onTested()
  }

  return (
    <div className={styles.status}>
      <span data-tone={canSend ? last?.status : 'failed'}>
        {canSend ? describeLast(last, now) : `No sender for ${alert.type}`}
      </span>
      <Button
        aria-label={`Send a test of ${name}`}
        title={why ?? undefined}
        disabled={why !== null || state.kind === 'sending'}
        aria-busy={state.kind === 'sending'}
        onClick={() => void send()}
      >
        Test
      </Button>
      {state.kind === 'failed' && (
        <p className={styles.problem} role="alert">
          {state.message}
        </p>
      )}
    </div>
  )
}

/** For example `Sent 4 minutes ago`. */
export function describeLast(last: Delivery | undefined, now: number): string {
  if (last === undefined) return 'Nothing sent lately'
  const at = readTime(last.at)
  const words = describeStatus(last, now)
  return at === null || last.status === 'waiting' ? words : `${words} ${describeAgo(at, now)}`
}
