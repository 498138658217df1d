import { areSingleKeysOn, switchSingleKeys } from '#src/lib/keys.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './keys-dialog.module.css'

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['j', '↓'], does: 'Next chat' },
  { keys: ['k', '↑'], does: 'Previous chat' },
  { keys: ['Enter'], does: 'Open the chat' },
  { keys: ['r'], does: 'Reply: into the message box' },
  { keys: ['t'], does: 'Take over' },
  { keys: ['e'], does: 'Chat resolved' },
  { keys: ['/'], does: 'Saved answers' },
  { keys: ['Ctrl K', '⌘ K'], does: 'Go to a chat or screen' },
  { keys: ['Esc'], does: 'Leave a field, close what is open' },
  { keys: ['?'], does: 'This list' },
]

/** The keys of the messenger. Escape closes it, and the focus goes back where it was. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const isOn = useStore(areSingleKeysOn)
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} translate="no">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
        <span>Keys without Ctrl or ⌘ are on</span>
      </label>
    </Dialog>
  )
}
