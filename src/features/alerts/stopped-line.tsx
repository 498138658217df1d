import { useStore } from '#src/lib/use-store.ts'
import { ScreenLink } from '#src/ui/address-link.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import type { AlertsController } from './alerts-controller.ts'
import { describeStopped } from './describe-health.ts'
import { hasStopped, evaluateHealth } from './health.ts'
import styles from './lines.module.css'

/** One quiet line for whoever had alerts and has them no more. Dismissed, it is not said again until they had them again. */
export function StoppedLine({ controller }: { controller: AlertsController }) {
  const facts = useStore(controller.facts)
  const health = evaluateHealth(facts, controller.me)
  if (!hasStopped(health, facts)) return null
  const { text, way } = describeStopped(health, facts)
  return (
    <Banner
      tone="warning"
      action={
        <span className={styles.ways}>
          {way === 'turn-on' ? (
            <Button onClick={() => void controller.turnOn()}>Turn on alerts</Button>
          ) : (
            <ScreenLink to="/alerts" className={styles.link}>
              What helps
            </ScreenLink>
          )}
          <IconButton
            icon="close"
            label="Dismiss"
            className={styles.dismiss}
            onClick={() => void controller.forget()}
          />
        </span>
      }
    >
      {text}
    </Banner>
  )
}
