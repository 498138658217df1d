import { useEffect, useId, useState } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import type { AlertsController } from './alerts-controller.ts'
import styles from './alerts-page.module.css'
import { canTurnOn, type Health } from './health.ts'

/** What a person can switch about this device's alerts. */
export function AlertsSwitches({ controller, health }: { controller: AlertsController; health: Health }) {
  const { owner, wish, isBusy } = useStore(controller.facts)
  const mine = owner !== null && health.kind !== 'others' ? owner : null
  const stored = mine?.hideNames ?? wish?.hideNames
  // Off, it is chosen for when they are turned on; on, it is as it is stored, whichever tab changed it.
  const [hidesNames, setHidesNames] = useState(stored ?? false)
  useEffect(() => {
    if (stored !== undefined) setHidesNames(stored)
  }, [stored])
  const nameId = useId()
  const noteId = useId()
  const canOn = canTurnOn(health)
  if (!canOn && mine === null) return null

  function hideNames(isHidden: boolean) {
    setHidesNames(isHidden)
    if (mine !== null) void controller.turnOn(isHidden)
  }

  return (
    <>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-labelledby={nameId}
          aria-describedby={noteId}
          checked={hidesNames}
          disabled={isBusy && mine !== null}
          onChange={({ currentTarget }) => hideNames(currentTarget.checked)}
        />
        <span>
          <span id={nameId}>Hide guests’ names</span>
          <small id={noteId}>
            For a screen that others see: alerts say “A guest”. What a guest wrote is never in an alert.
          </small>
        </span>
      </label>
      <div className={styles.ways}>
        {canOn && (
          <Button look="primary" disabled={isBusy} onClick={() => void controller.turnOn(hidesNames)}>
            {health.kind === 'others' ? 'Turn on here instead' : 'Turn on alerts'}
          </Button>
        )}
        {mine !== null && (
          <Button disabled={isBusy} onClick={() => void controller.turnOff()}>
            Turn off alerts
          </Button>
        )}
      </div>
    </>
  )
}
