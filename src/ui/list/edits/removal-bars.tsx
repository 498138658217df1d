import { useEffect } from 'react'
import { isInField, isUndo } from '#src/lib/keys.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../../button.tsx'
import styles from './removal-bars.module.css'
import type { Removals } from './removals.ts'

/** What has just been deleted and can be taken back, and what could not be deleted. */
export function RemovalBars<Row>({ removals }: { removals: Removals<Row> }) {
  const all = useStore(removals.removals)
  const waiting = all.filter(({ state }) => state.kind === 'waiting')
  const last = waiting.at(-1)?.id

  useEffect(() => {
    if (last === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      // In a field it takes back what was typed there.
      if (!isUndo(event) || isInField(event.target)) return
      event.preventDefault()
      removals.undo(last)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [removals, last])

  return (
    <div className={styles.bars}>
      {all.map(({ id, name, state }) => {
        if (state.kind === 'waiting') {
          return (
            <div key={id} className={styles.bar}>
              <span>{`Deleted ${name}.`}</span>
              <Button
                aria-label={`Undo: delete ${name}`}
                aria-keyshortcuts={id === last ? 'Control+Z Meta+Z' : undefined}
                onClick={() => removals.undo(id)}
              >
                Undo
              </Button>
            </div>
          )
        }
        if (state.kind !== 'back') return null
        return (
          <div key={id} className={styles.bar} data-tone="bad">
            <span>{`${name} was not deleted. ${state.message}`}</span>
            <Button aria-label={`Close: ${name} was not deleted`} onClick={() => removals.dismiss(id)}>
              Close
            </Button>
          </div>
        )
      })}
    </div>
  )
}
