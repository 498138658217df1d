import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { AlertsDesk } from './alerts-controller.ts'
import { describeHealth } from './describe-health.ts'
import { judgeHealth } from './health.ts'
import styles from './lines.module.css'

interface AlertsOfferProps {
  desk: AlertsDesk
  /** It was answered: take it off the screen. */
  onClose(): void
}

/** Offers alerts, with what they are for: the browser asks its own question only after a yes to this one (W4). */
export function AlertsOffer({ desk, onClose }: AlertsOfferProps) {
  const facts = useStore(desk.facts)
  const [isAnswered, setAnswered] = useState(false)
  const health = judgeHealth(facts, desk.me)
  if (isAnswered && !facts.isBusy) return <Outcome desk={desk} onClose={onClose} />
  if (!isAnswered && health.kind === 'on') return null

  function turnOn() {
    setAnswered(true)
    void desk.turnOn()
  }

  return (
    <Banner
      tone="info"
      action={
        <span className={styles.ways}>
          <Button look="primary" disabled={isAnswered} onClick={turnOn}>
            Turn on alerts
          </Button>
          <Button look="quiet" disabled={isAnswered} onClick={onClose}>
            Not now
          </Button>
        </span>
      }
    >
      Shall this device tell you when a guest needs help, also while Bellhop is closed? Your browser asks for
      permission next.
    </Banner>
  )
}

/** What came of a yes: never silence. */
function Outcome({ desk, onClose }: AlertsOfferProps) {
  const facts = useStore(desk.facts)
  const health = judgeHealth(facts, desk.me)
  const { title } = describeHealth(health, facts, () => 'another environment')
  const isOn = health.kind === 'on' || health.kind === 'unreachable'
  return (
    <Banner
      tone={isOn ? 'info' : 'warning'}
      action={
        <span className={styles.ways}>
          <Link to="/alerts" className={styles.link} onClick={onClose}>
            {isOn ? 'Send a test' : 'What helps'}
          </Link>
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </span>
      }
    >
      {title}.
    </Banner>
  )
}
