import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { checkMessage, MAX_CHARS, sendMessage } from '#src/actions/send-message.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import styles from './composer.module.css'
import { queueFiles } from './queue-files.ts'
import { useDraft } from './use-draft.ts'

/** From here on the person sees how much room is left. */
const COUNT_FROM = MAX_CHARS - 1_000
const MAX_HEIGHT_PX = 200
const ACCEPT = '.png,.gif,.jpg,.jpeg,.pdf'
/** What browsers report for a key that belongs to an input method. */
const COMPOSING_KEY_CODE = 229
const COARSE_POINTER = '(pointer: coarse)'

/** Where the holder of a chat writes. Enter sends, Ctrl+Enter and Shift+Enter begin a new line (specification section 2). */
export function Composer({ chatId }: { chatId: string }) {
  const workspace = useWorkspace()
  const connection = useConnection()
  const draft = useDraft(chatId)
  const [problems, setProblems] = useState<string[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  // Memory alone keeps nothing (D6): there what is sent must be on the wire at once.
  const isUnsafe = workspace.isMemoryOnly && connection.kind !== 'live'
  const check = checkMessage(draft.text)
  const length = draft.text.trim().length

  useGrowingHeight(field, draft.text)
  useEffect(() => {
    // A soft keyboard that opens by itself hides what the person came to read.
    if (!window.matchMedia(COARSE_POINTER).matches) field.current?.focus({ preventScroll: true })
  }, [])

  function send() {
    const text = draft.current.current
    if (isUnsafe || checkMessage(text) !== null) return
    setProblems([])
    // Emptied before anything is awaited: a second Enter finds nothing (O1).
    draft.show('')
    sendMessage(workspace, chatId, text, Date.now()).catch((error: unknown) => {
      const typed = draft.current.current
      draft.type(typed === '' ? text : `${text}\n${typed}`)
      setProblems([`Not sent. ${explainFailure(error)}`])
    })
  }

  function breakLine() {
    const box = field.current
    if (!box) return
    box.setRangeText('\n', box.selectionStart, box.selectionEnd, 'end')
    draft.type(box.value)
    box.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey) return
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY_CODE) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) breakLine()
    else send()
  }

  function attach(files: readonly File[]) {
    if (files.length === 0) return
    setProblems([])
    queueFiles(workspace, chatId, files).then(setProblems, (error: unknown) =>
      setProblems([`Nothing was attached. ${explainFailure(error)}`]),
    )
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  }

  const words = [...problems, ...(draft.problem === null ? [] : [`This draft is not kept. ${draft.problem}`])]
  return (
    <div className={styles.composer}>
      {words.map((word) => (
        <p key={word} className={styles.problem} role="alert">
          {word}
        </p>
      ))}
      <div className={styles.box}>
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Write a message"
          rows={1}
          enterKeyHint="send"
          value={draft.text}
          aria-invalid={check === 'too-long'}
          onChange={(event) => draft.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={styles.tools}>
          <IconButton
            icon="clip"
            label="Attach files"
            disabled={isUnsafe}
            onClick={() => picker.current?.click()}
          />
          <IconButton icon="newline" label="New line" className={styles.newLine} onClick={breakLine} />
          <input
            ref={picker}
            type="file"
            multiple
            accept={ACCEPT}
            hidden
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              attach([...(event.currentTarget.files ?? [])])
              // The same file can be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <span className={styles.note} data-bad={check === 'too-long'}>
            {isUnsafe
              ? 'Nothing can be kept on this device: sending works only while connected.'
              : describeRoom(length, draft.text !== '' && draft.problem === null)}
          </span>
          <Button look="primary" disabled={check !== null || isUnsafe} onClick={send}>
            Send
          </Button>
        </div>
      </div>
    </div>
  )
}

function describeRoom(length: number, isKept: boolean): string {
  if (length > MAX_CHARS) {
    return `${(length - MAX_CHARS).toLocaleString('en')} characters too many: at most ${MAX_CHARS.toLocaleString('en')}`
  }
  if (length > COUNT_FROM) return `${length.toLocaleString('en')} / ${MAX_CHARS.toLocaleString('en')}`
  return isKept ? 'Draft saved' : ''
}

/** The field is as high as its text, up to a limit. */
function useGrowingHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [field, text])
}
