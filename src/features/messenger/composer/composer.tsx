import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { canSendDraft, checkMessage } from '#src/actions/send-message.ts'
import type { Chat } from '#src/contract/chats.ts'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { findUnfilled } from '#src/domain/answers/variables.ts'
import { isComposing } from '#src/domain/keys/key-press.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { isEnter, isOfInputMethod } from '#src/lib/enter.ts'
import { isRedo, isUndo } from '#src/lib/keys.ts'
import { DESKTOP_MEDIA } from '#src/ui/media.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { useIsHere } from '../use-is-here.ts'
import type { WriteAgain } from '../thread/use-write-again.ts'
import { AnswerPickerList } from './answer-picker.tsx'
import styles from './composer.module.css'
import { ChannelWindowLine, DraftNote, Problems, UnfilledLines } from './composer-notes.tsx'
import { SavedAnswersPanel } from './saved-answers-panel.tsx'
import { SmsPartsNote } from './sms-parts-note.tsx'
import { StagedFiles } from './staged-files.tsx'
import { useAnswerPicker } from './use-answer-picker.ts'
import { useAnswers, useAnswerValues } from './use-answers.ts'
import { useChannelWindow } from './use-channel-window.ts'
import { focusBox, useComposer } from './use-composer.ts'
import { useMedia } from '#src/lib/use-media.ts'

/** As in the style sheet. */
const MAX_HEIGHT_PX = 200
/** Specification section 2, and what many browsers can turn into one of these. */
const ACCEPT = '.png,.gif,.jpg,.jpeg,.pdf,.webp,.bmp,.avif'

interface ComposerProps {
  chatId: string
  chat: Chat
  /** What of the thread was taken up into the draft. */
  writeAgain: Pick<WriteAgain, 'count' | 'problem'>
}

/**
 * Where the holder of a chat writes. Enter sends, Ctrl+Enter and Shift+Enter begin a new line (specification section 2),
 * '/' offers the saved answers. Text and staged files are one draft. A message that comes or goes draws nothing of it anew.
 */
export const Composer = memo(function Composer({ chatId, chat, writeAgain }: ComposerProps) {
  const workspace = useWorkspace()
  const isHere = useIsHere(chatId)
  const connection = useConnection()
  // SUGGESTED RESPONSES are for desktops (specification section 2).
  const isDesktop = useMedia(DESKTOP_MEDIA)
  const answers = useAnswers() ?? []
  const values = useAnswerValues(chatId, chat)
  const channelWindow = useChannelWindow(chat)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const windowId = useId()
  const unfilledId = useId()
  // Memory alone keeps nothing (D6): there what is sent must be on the wire at once.
  const isUnsafe = workspace.isMemoryOnly && connection.kind !== 'live'
  const isBlocked = isUnsafe || channelWindow.type === 'closed'
  const composer = useComposer(chatId, field, { isBlocked, values })
  const { draft, files } = composer
  const saved = useAnswerPicker(answers, ({ answer }, place) => composer.insert(answer, place))
  const isOffering = saved.options.length > 0
  const isReady = canSendDraft(draft.value, files.length) && !composer.waitsToSend

  const insert = useRef(composer.insert)
  useEffect(() => {
    insert.current = composer.insert
  })
  const chooseAnswer = useCallback(({ answer }: TypicalAnswer) => insert.current(answer), [])

  useGrowingHeight(field, draft.value)
  useEffect(() => {
    if (writeAgain.count > 0) focusBox(field.current)
  }, [writeAgain.count])

  function onChange({ currentTarget: box, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    composer.onInput(box, nativeEvent)
    saved.onType(box.value, box.selectionStart, nativeEvent instanceof InputEvent && isComposing(nativeEvent))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isOfInputMethod(event.nativeEvent)) return
    // What a key does is never for the chat before the chosen one; letters wait for that one's box.
    if (!isHere() && isAct(event.nativeEvent)) return event.preventDefault()
    if (isUndo(event.nativeEvent)) return takeStep(event, composer.undo)
    if (isRedo(event.nativeEvent)) return takeStep(event, composer.redo)
    if (saved.onKeyDown(event) || !isEnter(event.nativeEvent) || event.shiftKey) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) composer.write('\n')
    else composer.send()
  }

  /** The browser's own history knows nothing of answers and new lines: it never acts. */
  function takeStep(event: KeyboardEvent<HTMLTextAreaElement>, take: () => void) {
    event.preventDefault()
    take()
    const box = event.currentTarget
    saved.onType(box.value, box.selectionStart, false)
  }

  function onPaste(event: ClipboardEvent) {
    const { files: pasted, types } = event.clipboardData
    // A table's cells come as words and as their picture: the words are meant.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (pasted.length === 0 || isText) return
    event.preventDefault()
    if (isHere()) composer.attach([...pasted])
  }

  function offerAnswers() {
    const box = field.current
    if (!box) return
    const before = box.value.slice(0, box.selectionStart)
    composer.write(before === '' || /\s$/.test(before) ? '/' : ' /')
    saved.onType(box.value, box.selectionStart, false)
  }

  return (
    <div className={styles.composer}>
      {isDesktop && answers.length > 0 && (
        <div className={isOffering ? styles.covered : undefined}>
          <SavedAnswersPanel answers={answers} onChoose={chooseAnswer} />
        </div>
      )}
      <Problems
        words={[...(writeAgain.problem === null ? [] : [writeAgain.problem]), ...composer.problems]}
      />
      <ChannelWindowLine id={windowId} state={channelWindow} />
      <div className={styles.box}>
        <AnswerPickerList picker={saved} />
        <StagedFiles files={files} onRemove={composer.remove} />
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Write a message"
          rows={1}
          enterKeyHint="send"
          dir="auto"
          value={draft.value}
          aria-invalid={checkMessage(draft.value) === 'too-long'}
          aria-describedby={`${noteId} ${windowId} ${unfilledId}`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOffering ? saved.listId : undefined}
          aria-activedescendant={isOffering ? saved.optionId(saved.active) : undefined}
          onChange={onChange}
          onSelect={({ currentTarget: box }) => saved.onMove(box.value, box.selectionStart)}
          onBlur={saved.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <UnfilledLines
          id={unfilledId}
          variables={findUnfilled(draft.value)}
          onChoose={({ start, end }) => composer.select(start, end)}
        />
        <div className={styles.tools}>
          <IconButton
            icon="clip"
            label="Attach files"
            disabled={isUnsafe}
            onClick={() => picker.current?.click()}
          />
          {answers.length > 0 && (
            <IconButton
              icon="slash"
              label="Saved answers"
              // The caret stays where the answer goes.
              onMouseDown={(event) => event.preventDefault()}
              onClick={offerAnswers}
            />
          )}
          <IconButton
            icon="newline"
            label="New line"
            className={styles.newLine}
            onClick={() => composer.write('\n')}
          />
          <input
            ref={picker}
            type="file"
            multiple
            accept={ACCEPT}
            hidden
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              composer.attach([...(event.currentTarget.files ?? [])])
              // The same file can be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <DraftNote
            id={noteId}
            text={draft.value}
            files={files}
            isUnsafe={isUnsafe}
            waitsToSend={composer.waitsToSend}
            isKept={draft.problem === null}
          >
            {chat.source === 'sms' && <SmsPartsNote text={draft.value} />}
          </DraftNote>
          <Button
            look="primary"
            disabled={isBlocked || !isReady}
            aria-describedby={`${noteId} ${windowId} ${unfilledId}`}
            onClick={() => {
              composer.send()
              // The button is off once the draft is gone.
              focusBox(field.current)
            }}
          >
            Send
          </Button>
        </div>
      </div>
    </div>
  )
})

/** Whether a key does more than to write. Shift+Enter writes a line's end. */
function isAct(event: globalThis.KeyboardEvent): boolean {
  return isUndo(event) || isRedo(event) || (isEnter(event) && !event.shiftKey)
}

/** Whether the browser makes a field as high as its text by itself, as the style sheet says. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** The field is as high as its text, up to a limit. Measuring it is two layouts of the screen for each letter. */
function useGrowingHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = field.current
    if (!box || growsByItself) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [field, text])
}
