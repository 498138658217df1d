import { useEffect, useState } from 'react'
import { logger } from '#src/lib/logger.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import type { AlertsController } from './alerts-controller.ts'
import styles from './alerts-page.module.css'
import { evaluateTest, LATE_AFTER_MS, type AskedTest } from './evaluate-test.ts'

/** Sends a test to this device, and says when it has arrived: the whole way, from the hotel to the notification. */
export function TestAlert({ controller }: { controller: AlertsController }) {
  const { last } = useStore(controller.facts)
  const [test, setTest] = useState<AskedTest | null>(null)
  const [now, setNow] = useState(() => Date.now())
  const state = evaluateTest(test, last, now)
  const at = test?.at

  // It is late by itself.
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = window.setTimeout(() => setNow(Date.now()), LATE_AFTER_MS + 1)
    return () => window.clearTimeout(timer)
  }, [at])

  async function send() {
    const asked: AskedTest = { at: Date.now(), outcome: null }
    setNow(asked.at)
    setTest(asked)
    try {
      const outcome = await controller.sendTest()
      setTest((current) => (current === asked ? { ...asked, outcome } : current))
    } catch (error) {
      logger.warn('a test alert could not be asked for', { error: String(error) })
      setTest((current) => (current === asked ? { ...asked, outcome: { kind: 'unreachable' } } : current))
    }
  }

  return (
    <div className={styles.test}>
      <Button disabled={state.kind === 'asking'} onClick={() => void send()}>
        Send a test
      </Button>
      <p role="status" aria-label="Test" data-kind={state.kind}>
        {state.words}
      </p>
    </div>
  )
}
