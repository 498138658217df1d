import type { Elements } from '#src/lib/elements.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import type { UnfilledVariable } from '#src/domain/answers/variables.ts'
import { describeLeft, type ChannelWindow } from '#src/domain/chats/window.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './composer.module.css'
import type { StagedFile } from './use-staged.ts'

/** From here on the person sees how much room is left. */
const COUNT_FROM = MAX_MESSAGE_CHARS - 1_000

/** Of a whole folder that was dropped, nobody reads every line. */
const MAX_PROBLEMS = 4

/** What went wrong with the draft. */
export function Problems({ words }: { words: string[] }) {
  if (words.length === 0) return null
  const more = words.length - MAX_PROBLEMS
  return (
    <div className={styles.problems} role="alert">
      {words.slice(0, MAX_PROBLEMS).map((problem, index) => (
        <p key={index}>{problem}</p>
      ))}
      {more > 0 && <p>{`And ${more} more.`}</p>}
    </div>
  )
}

/** How long Facebook still takes messages to this guest, counted down; at its end, why nothing can be sent. */
export function ChannelWindowLine({ id, state }: { id: string; state: ChannelWindow }) {
  // A region that is there before its words is read out when they come.
  return (
    <div id={id} role="status" aria-atomic="true">
      {state.type === 'closing' && (
        <p className={styles.window} data-tone={state.isUrgent ? 'warning' : 'info'}>
          {state.isUrgent && <Icon name="warning" size={16} />}
          <span>{`Facebook closes this chat in ${describeLeft(state.leftMs)}`}</span>
        </p>
      )}
      {state.type === 'closed' && (
        <p className={styles.window} data-tone="warning">
          <Icon name="warning" size={16} />
          <span>
            Facebook takes no message until the guest writes again: their last one is more than 24 hours old.
          </span>
        </p>
      )}
    </div>
  )
}

interface UnfilledLinesProps {
  id: string
  variables: UnfilledVariable[]
  onChoose(variable: UnfilledVariable): void
}

/** What a saved answer left open, and why the draft can't be sent. A click selects it. */
export function UnfilledLines({ id, variables, onChoose }: UnfilledLinesProps) {
  const firsts = variables.filter(
    ({ words }, index) => variables.findIndex((other) => other.words === words) === index,
  )
  return (
    <div id={id} role="status" className={styles.unfilled}>
      {firsts.map((variable) => (
        <Button
          key={variable.words}
          look="link"
          // The selection is made in the box, which keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(variable)}
        >{`Fill in ${variable.words} before sending`}</Button>
      ))}
    </div>
  )
}

interface DraftNoteProps {
  id: string
  text: string
  files: StagedFile[]
  isUnsafe: boolean
  waitsToSend: boolean
  isKept: boolean
  /** What the chat's channel makes of it. */
  children: Elements
}

/** One line on the draft: what hinders it, how much room is left, or that it is kept. */
export function DraftNote({ id, text, files, isUnsafe, waitsToSend, isKept, children }: DraftNoteProps) {
  const length = text.trim().length
  const urgent = describeHindrance(length, isUnsafe, waitsToSend)
  return (
    <span id={id} className={styles.note} data-bad={length > MAX_MESSAGE_CHARS}>
      {/* What comes and goes with every letter is not read out. */}
      <span role="status">{urgent}</span>
      {urgent === '' && <span>{describeRoom(length, isKept && isWholeDraftKept(text, files))}</span>}
      {children}
    </span>
  )
}

/** A file that is being prepared is not kept yet: a reload would lose it. */
function isWholeDraftKept(text: string, files: readonly StagedFile[]): boolean {
  return (text !== '' || files.length > 0) && !files.some(({ isPreparing }) => isPreparing)
}

function describeHindrance(length: number, isUnsafe: boolean, waitsToSend: boolean): string {
  if (isUnsafe) return 'Nothing can be kept on this device: sending works only while connected.'
  if (length > MAX_MESSAGE_CHARS) {
    const over = formatCount(length - MAX_MESSAGE_CHARS)
    return `${over} characters too many: at most ${formatCount(MAX_MESSAGE_CHARS)}`
  }
  return waitsToSend ? 'Sends as soon as the files are ready' : ''
}

function describeRoom(length: number, isKept: boolean): string {
  if (length > COUNT_FROM) return `${formatCount(length)} / ${formatCount(MAX_MESSAGE_CHARS)}`
  return isKept ? 'Draft saved' : ''
}
