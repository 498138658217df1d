import { useState } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { ScreenLink } from '#src/ui/address-link.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { AlertsController } from './alerts-controller.ts'
import { describeHealth } from './describe-health.ts'
import { evaluateHealth } from './health.ts'
import styles from './lines.module.css'

interface AlertsOfferProps {
  controller: AlertsController
  /** It was answered: take it off the screen. */
  onClose(): void
}

/** Offers alerts, with what they are for: the browser asks its own question only after a yes to this one (W4). */
export function AlertsOffer({ controller, onClose }: AlertsOfferProps) {
  const facts = useStore(controller.facts)
  const [isAnswered, setAnswered] = useState(false)
  const health = evaluateHealth(facts, controller.me)
  if (isAnswered && !facts.isBusy) return <Outcome controller={controller} onClose={onClose} />
  if (!isAnswered && health.kind === 'on') return null

  function turnOn() {
    setAnswered(true)
    void controller.turnOn()
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
function Outcome({ controller, onClose }: AlertsOfferProps) {
  const facts = useStore(controller.facts)
  const health = evaluateHealth(facts, controller.me)
  const { title } = describeHealth(health, facts, () => 'another environment')
  const isOn = health.kind === 'on' || health.kind === 'unreachable'
  return (
    <Banner
      tone={isOn ? 'info' : 'warning'}
      action={
        <span className={styles.ways}>
          <ScreenLink to="/alerts" className={styles.link} onClick={onClose}>
            {isOn ? 'Send a test' : 'What helps'}
          </ScreenLink>
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </span>
      }
    >{`${title}.`}</Banner>
  )
}
