import { useContext, useState } from 'react'
import { isAlarmBlocked } from '#src/features/messenger/list/alarm-blocked.ts'
import { playAlarm } from '#src/features/messenger/list/alarm.ts'
import { SoundContext } from '#src/lib/sound-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import styles from './sound-offer.module.css'

/** Where the browser refused to play before a tap: one tap plays the sound, and from then on it may. */
export function SoundOffer() {
  const isOn = useStore(useContext(SoundContext))
  const isBlocked = useStore(isAlarmBlocked)
  const [hasFailed, setFailed] = useState(false)
  if (!isOn || !isBlocked) return null

  function enable() {
    setFailed(false)
    playAlarm().catch(() => setFailed(true))
  }

  return (
    <div className={styles.offer} role="status" aria-label="Sound">
      <button type="button" className={styles.button} onClick={enable}>
        Tap to enable sound
      </button>
      {hasFailed && <span>The sound can’t be played on this device.</span>}
    </div>
  )
}
