/** A text box's content and selection, in UTF-16 units as text boxes count. */
export interface Draft {
  text: string
  start: number
  end: number
}

/**
 * How a text was changed: letter by letter, by an input method at work on a word, by taking letters out, or at one stroke
 * (pasted, dropped, put in by a button, a line begun).
 */
export type EditKind = 'type' | 'compose' | 'delete' | 'whole'

/** What can be taken back, the newest last, and what can be brought back, the next one last. */
export interface EditHistory {
  past: readonly Draft[]
  present: Draft
  future: readonly Draft[]
  /** The step that goes on as long as more of its kind comes; null: the next change begins another. */
  open: { kind: EditKind; at: number } | null
}

/** After so long without a change the next one is a step of its own, ms. */
const PAUSE_MS = 2_000
/** More steps than anybody takes back. */
const MAX_STEPS = 200

/** A history in which nothing can be taken back. */
export function beginHistory(text: string): EditHistory {
  return { past: [], present: { text, start: text.length, end: text.length }, future: [], open: null }
}

/** Where the caret or selection is before a change. Where it was moved, the change is a step of its own. */
export function markSelection(history: EditHistory, start: number, end: number): EditHistory {
  const { present } = history
  if (present.start === start && present.end === end) return history
  return { ...history, present: { ...present, start, end }, open: null }
}

/**
 * A change that has happened. Letters make one step as far as a word with the blanks behind it goes, an input method's work
 * as far as the composition goes, and what is taken out letter by letter as long as no pause is made. `at`: ms.
 */
export function recordEdit(history: EditHistory, next: Draft, kind: EditKind, at: number): EditHistory {
  const { past, present } = history
  if (next.text === present.text) return { ...history, present: next }
  if (continuesStep(history, next, kind, at)) return { past, present: next, future: [], open: { kind, at } }
  return {
    past: [...past, present].slice(-MAX_STEPS),
    present: next,
    future: [],
    open: kind === 'whole' ? null : { kind, at },
  }
}

function continuesStep({ present, open }: EditHistory, next: Draft, kind: EditKind, at: number): boolean {
  if (open === null || open.kind !== kind || kind === 'whole') return false
  if (kind === 'compose') return true
  if (at - open.at >= PAUSE_MS || present.start !== present.end) return false
  return kind === 'delete' || !beginsWord(present, next)
}

function beginsWord({ text, start }: Draft, next: Draft): boolean {
  return /\s$/.test(text.slice(0, start)) && !/^\s/.test(next.text.slice(start))
}

/** The composition is over: the next change is a step of its own. */
export function closeStep(history: EditHistory): EditHistory {
  return history.open === null ? history : { ...history, open: null }
}

/** Takes back one step; null where there is none. */
export function undoEdit({ past, present, future }: EditHistory): EditHistory | null {
  const before = past.at(-1)
  if (before === undefined) return null
  return { past: past.slice(0, -1), present: before, future: [...future, present], open: null }
}

/** Brings back one step that was taken back; null where there is none. */
export function redoEdit({ past, present, future }: EditHistory): EditHistory | null {
  const after = future.at(-1)
  if (after === undefined) return null
  return { past: [...past, present], present: after, future: future.slice(0, -1), open: null }
}

/**
 * The text was changed elsewhere, by another tab or by taking up a message. What was added to it is a step; whatever else
 * came in its place begins anew, for what was there may have been sent.
 */
export function followText(history: EditHistory, text: string): EditHistory {
  const { present } = history
  if (text === present.text) return history
  if (text === '' || !text.startsWith(present.text)) return beginHistory(text)
  return recordEdit(history, { text, start: text.length, end: text.length }, 'whole', 0)
}

/** What the browser says of a change (`InputEvent.inputType`), as far as steps differ by it. */
export function readEditKind(inputType: string, isComposed: boolean): EditKind {
  if (isComposed || /Composition/.test(inputType)) return 'compose'
  if (inputType === 'insertText') return 'type'
  return /^deleteContent(?:Backward|Forward)$/.test(inputType) ? 'delete' : 'whole'
}
