import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import {
  beginHistory,
  closeStep,
  followText,
  markSelection,
  readEditKind,
  recordEdit,
  redoEdit,
  undoEdit,
  type EditHistory,
} from '#src/domain/text/edit-history.ts'
import { isComposing } from '#src/domain/keys/key-press.ts'
import type { KeptDraft } from '../use-kept-draft.ts'

export interface Undo {
  /** The browser has changed the box. */
  noteInput(box: HTMLTextAreaElement, event: Event): void
  /** Changes the box by a step of its own, which `change` makes. */
  step(box: HTMLTextAreaElement, change: () => void): void
  /** Takes one step back, or brings one back; does nothing where there is none. */
  undo(): void
  redo(): void
  /** What was there has gone out: nothing of it comes back. */
  forget(): void
}

/**
 * What was done in the message box, to be taken back. A browser's own history ends wherever a script changes the box, as
 * answers, new lines and the draft of another tab do, so this one stands in its place (decision 050). `onRestore`: the box
 * has an earlier text again.
 */
export function useUndo(
  field: RefObject<HTMLTextAreaElement | null>,
  draft: KeptDraft<string>,
  onRestore: (text: string) => void,
): Undo {
  const history = useRef(beginHistory(''))
  const hasFollowed = useRef(false)
  const { value, current, isLoaded } = draft

  // What was kept is where a history begins; later changes from elsewhere are steps.
  useLayoutEffect(() => {
    const text = current.current
    if (hasFollowed.current) history.current = followText(history.current, text)
    else if (history.current.present.text !== text) history.current = beginHistory(text)
    hasFollowed.current = isLoaded
  }, [value, current, isLoaded])

  const restored = useRef(onRestore)
  useLayoutEffect(() => {
    restored.current = onRestore
  })
  const move = useCallback(
    (step: (history: EditHistory) => EditHistory | null) => {
      const box = field.current
      const next = step(history.current)
      if (!box || next === null) return
      history.current = next
      const { text, start, end } = next.present
      box.value = text
      restored.current(text)
      box.setSelectionRange(start, end)
    },
    [field],
  )
  useBrowserSteps(field, history, move)

  return {
    noteInput(box, event) {
      const kind =
        event instanceof InputEvent
          ? readEditKind(event.inputType, isComposing(event))
          : readEditKind('', false)
      history.current = recordEdit(history.current, readBox(box), kind, Date.now())
    },
    step(box, change) {
      history.current = markSelection(history.current, box.selectionStart, box.selectionEnd)
      change()
      history.current = recordEdit(history.current, readBox(box), 'whole', Date.now())
    },
    undo: () => move(undoEdit),
    redo: () => move(redoEdit),
    forget() {
      history.current = beginHistory('')
    },
  }
}

/** Where the caret is before a change, and the browser's own ways to undo: its menus, a shaken phone. */
function useBrowserSteps(
  field: RefObject<HTMLTextAreaElement | null>,
  history: RefObject<EditHistory>,
  move: (step: (history: EditHistory) => EditHistory | null) => void,
): void {
  useEffect(() => {
    const box = field.current
    if (!box) return undefined
    const mark = () => {
      history.current = markSelection(history.current, box.selectionStart, box.selectionEnd)
    }
    const close = () => {
      history.current = closeStep(history.current)
    }
    const onBeforeInput = (event: InputEvent) => {
      const step = { historyUndo: undoEdit, historyRedo: redoEdit }[event.inputType]
      if (step !== undefined) {
        event.preventDefault()
        move(step)
      } else if (!isComposing(event)) mark()
    }
    box.addEventListener('beforeinput', onBeforeInput)
    box.addEventListener('compositionstart', mark)
    box.addEventListener('compositionend', close)
    return () => {
      box.removeEventListener('beforeinput', onBeforeInput)
      box.removeEventListener('compositionstart', mark)
      box.removeEventListener('compositionend', close)
    }
  }, [field, history, move])
}

function readBox({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return { text: value, start: selectionStart, end: selectionEnd }
}
