import { formatCount } from '#src/lib/format-count.ts'
import { Button } from '../../button.tsx'
import { Icon } from '../../icon.tsx'
import styles from './export-whole.module.css'

/** `count`: how many were read so far. */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'reading'; count: number }
  | { kind: 'failed'; count: number; message: string }
  | { kind: 'done'; count: number }

interface ExportWholeProps {
  /** On its button. */
  label: string
  noun: { one: string; many: string }
  state: ExportState
  /** Why nothing can be read just now, in words; null: it can. */
  readOnly: string | null
  onStart(): void
  onStop(): void
}

/** Exports what is not all on the screen: how far it is, a way to stop, and to go on where the line broke. */
export function ExportWhole({ label, noun, state, readOnly, onStart, onStop }: ExportWholeProps) {
  const isReading = state.kind === 'reading'
  const isFailed = state.kind === 'failed'
  const words = state.kind === 'idle' ? '' : describe(state, noun)
  return (
    <div className={styles.export}>
      <Button disabled={isReading || readOnly !== null} title={readOnly ?? undefined} onClick={onStart}>
        <Icon name="download" size={18} />
        <span>{isFailed ? 'Try again' : label}</span>
      </Button>
      {(isReading || isFailed) && <Button onClick={onStop}>{isReading ? 'Stop' : 'Close'}</Button>}
      {isReading && <span className={styles.words}>{words}</span>}
      {/* Each page would be one interruption more. */}
      <span role="status" className={styles.words} data-tone={isFailed ? 'bad' : undefined}>
        {isReading ? '' : words}
      </span>
    </div>
  )
}

function describe(state: Exclude<ExportState, { kind: 'idle' }>, noun: ExportWholeProps['noun']): string {
  const count = `${formatCount(state.count)} ${state.count === 1 ? noun.one : noun.many}`
  switch (state.kind) {
    case 'reading':
      return `Reading… ${count} so far.`
    case 'failed':
      return `Not exported: ${state.message} ${count} were read.`
    case 'done':
      return `Exported ${count}.`
  }
}
