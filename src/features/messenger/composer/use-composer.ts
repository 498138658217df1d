import { useState, type RefObject } from 'react'
import { unstageFile } from '#src/actions/attach-files.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { canSendDraft, sendMessage } from '#src/actions/send-message.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { insertAnswer } from '#src/domain/answers/insert.ts'
import { fillVariables, findUnfilled, type VariableValues } from '#src/domain/answers/variables.ts'
import { logger } from '#src/lib/logger.ts'
import { findStaging, patchStaging, stageFiles, waitUntilPrepared } from './staging.ts'
import type { KeptDraft } from '../use-kept-draft.ts'
import { useDraft } from './use-draft.ts'
import { useStaged, type StagedFile } from './use-staged.ts'
import { useTypedAhead } from './use-typed-ahead.ts'
import { useUndo } from './use-undo.ts'

const COARSE_POINTER = '(pointer: coarse)'

export interface ComposerState {
  draft: KeptDraft<string>
  files: StagedFile[]
  /** What went wrong, in a person's words. */
  problems: string[]
  /** Enter was pressed while files are prepared: all of it goes as soon as they are ready. */
  waitsToSend: boolean
  /** The browser has changed the box. */
  onInput(box: HTMLTextAreaElement, event: Event): void
  /** Takes back the last step in the box, or brings one back. */
  undo(): void
  redo(): void
  send(): void
  attach(files: readonly File[]): void
  remove(id: string): void
  /** Puts a text where the caret is, in the place of what is selected. */
  write(text: string): void
  /** Puts a saved answer in, filled in with what is known; [start, end) is what it takes the place of, else nothing. */
  insert(answer: string, place?: { start: number; end: number }): void
  select(start: number, end: number): void
}

/** On a touch screen nothing happens: a soft keyboard that opens by itself hides what the person came to read. */
export function focusBox(box: HTMLTextAreaElement | null): void {
  if (!window.matchMedia(COARSE_POINTER).matches) box?.focus({ preventScroll: true })
}

/** A chat's draft, its text and its files, and what can be done with it. `isBlocked`: it can't be sent just now. */
export function useComposer(
  chatId: string,
  field: RefObject<HTMLTextAreaElement | null>,
  { isBlocked, values }: { isBlocked: boolean; values: VariableValues },
): ComposerState {
  const workspace = useWorkspace()
  const draft = useDraft(chatId)
  const { files, staging } = useStaged(chatId)
  const [problem, setProblem] = useState<string | null>(null)
  const readStaging = () => findStaging(workspace, chatId).get()
  const history = useUndo(field, draft, type)

  useTypedAhead(chatId, field, (ahead) => {
    focusBox(field.current)
    if (ahead !== '') write(ahead)
  })

  /** Who types on has not finished: nothing goes out by itself any more. */
  function type(text: string) {
    if (readStaging().waitsToSend) patchStaging(workspace, chatId, { waitsToSend: false })
    draft.change(text)
  }

  function onInput(box: HTMLTextAreaElement, event: Event) {
    history.noteInput(box, event)
    type(box.value)
  }

  function send() {
    const text = draft.current.current
    const { handed, waitsToSend } = readStaging()
    const ids = files.map(({ id }) => id).filter((id) => !handed.has(id))
    const [unfilled] = findUnfilled(text)
    if (unfilled) return select(unfilled.start, unfilled.end)
    if (isBlocked || waitsToSend || !canSendDraft(text, ids.length)) return
    setProblem(null)
    patchStaging(workspace, chatId, { problems: [] })
    if (!files.some(({ isPreparing }) => isPreparing)) return handOver(ids)
    patchStaging(workspace, chatId, { waitsToSend: true })
    void sendWhenPrepared(ids)
  }

  /** Also where another chat was opened meanwhile. A refused file is the user's to decide on. */
  async function sendWhenPrepared(ids: readonly string[]): Promise<void> {
    await waitUntilPrepared(workspace, chatId)
    const { waitsToSend, problems } = readStaging()
    if (!waitsToSend) return
    patchStaging(workspace, chatId, { waitsToSend: false })
    if (problems.length === 0) handOver(ids)
    else patchStaging(workspace, chatId, { problems: ['Not sent yet.', ...problems] })
  }

  function handOver(ids: readonly string[]) {
    const text = draft.current.current
    // The write is begun first: the disk works while the box is drawn anew.
    const queued = sendMessage(workspace, chatId, text, Date.now(), null, ids)
    // Emptied before anything is awaited: a second Enter finds nothing (O1).
    patchStaging(workspace, chatId, { handed: new Set([...readStaging().handed, ...ids]) })
    draft.show('')
    history.forget()
    queued.catch((error: unknown) => {
      const handed = [...readStaging().handed].filter((id) => !ids.includes(id))
      patchStaging(workspace, chatId, { handed: new Set(handed) })
      const typed = draft.current.current
      draft.change(typed === '' ? text : `${text}\n${typed}`)
      setProblem(`Not sent. ${explainFailure(error)}`)
    })
  }

  function attach(chosen: readonly File[]) {
    if (chosen.length === 0) return
    setProblem(null)
    patchStaging(workspace, chatId, { waitsToSend: false })
    stageFiles(workspace, chatId, chosen).catch((error: unknown) =>
      logger.error('files could not be attached', { error: String(error) }),
    )
  }

  function remove(id: string) {
    patchStaging(workspace, chatId, {
      coming: readStaging().coming.filter((other) => other.id !== id),
      problems: [],
    })
    unstageFile(workspace, id).catch((error: unknown) =>
      setProblem(`It could not be removed. ${explainFailure(error)}`),
    )
    // The button goes with its file.
    focusBox(field.current)
  }

  function write(text: string) {
    const box = field.current
    if (!box) return
    const { value, selectionStart: start, selectionEnd: end } = box
    put(box, value.slice(0, start) + text + value.slice(end), start + text.length)
    box.focus()
  }

  function insert(answer: string, place?: { start: number; end: number }) {
    const box = field.current
    if (!box) return
    // What is selected stays: an answer overwrites nothing.
    const { start, end } = place ?? { start: box.selectionEnd, end: box.selectionEnd }
    const next = insertAnswer(box.value, start, end, fillVariables(answer, values))
    put(box, next.text, next.caret)
    select(next.caret, next.caret)
  }

  /** As a step that can be taken back. Not `setRangeText`: React misses it, and takes a return to the text before for no change. */
  function put(box: HTMLTextAreaElement, text: string, caret: number) {
    history.step(box, () => {
      box.value = text
      box.setSelectionRange(caret, caret)
    })
    type(text)
  }

  function select(start: number, end: number) {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }

  return {
    draft,
    files,
    problems: [
      ...(problem === null ? [] : [problem]),
      ...staging.problems,
      ...(draft.problem === null ? [] : [`This draft is not kept. ${draft.problem}`]),
    ],
    waitsToSend: staging.waitsToSend,
    onInput,
    undo: history.undo,
    redo: history.redo,
    send,
    attach,
    remove,
    write,
    insert,
    select,
  }
}
