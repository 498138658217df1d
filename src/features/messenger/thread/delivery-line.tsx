import { Button } from '#src/ui/button.tsx'
import ways from '../unsent/ways-out.module.css'
import styles from './message-item.module.css'

interface DeliveryLineProps {
  reason: string | null
  /** Takes the words back into the draft; undefined where that is not offered. */
  onWriteAgain?: (() => void) | undefined
}

/** Below a message that a provider could not deliver, as one that could not be sent has it. */
export function DeliveryLine({ reason, onWriteAgain }: DeliveryLineProps) {
  return (
    <div className={ways.line} data-needs-person="true">
      <span className={styles.failure}>
        {reason === null ? (
          'Not delivered'
        ) : (
          <>
            <span>{'Not delivered: '}</span>
            <bdi>{reason}</bdi>
          </>
        )}
      </span>
      {onWriteAgain && (
        <span className={ways.ways}>
          <Button look="link" title="Puts it into the message box" onClick={onWriteAgain}>
            Send again
          </Button>
        </span>
      )}
    </div>
  )
}
