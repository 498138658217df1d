import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import { findSlashWords, type SlashWords } from '#src/domain/answers/insert.ts'
import { rankAnswers } from '#src/domain/answers/match.ts'
import { isEnter } from '#src/lib/enter.ts'
import { canInsert } from './use-answers.ts'

/** More than anybody looks through; further words find the rest. */
const MAX_OPTIONS = 50

export interface AnswerPicker {
  /** What '/' offers; empty while it is closed. */
  options: TypicalAnswer[]
  active: number
  listId: string
  optionId(index: number): string
  /** Looks at what was just typed. `isComposing`: an input method is at work on it, and it opens nothing. */
  onType(text: string, caret: number, isComposing: boolean): void
  /** The caret has moved by other means than typing. */
  onMove(text: string, caret: number): void
  /** Whether the key was the list's. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean
  choose(index: number): void
  close(): void
}

/** '/' in the message box: a list of saved answers beside what is typed, by the keyboard alone. */
export function useAnswerPicker(
  answers: readonly TypicalAnswer[],
  insert: (answer: TypicalAnswer, place: SlashWords) => void,
): AnswerPicker {
  const listId = useId()
  const [slash, setSlash] = useState<SlashWords | null>(null)
  const [active, setActive] = useState(0)
  /** Where a '/' stands that the user wants to keep: after Escape it opens nothing any more. */
  const keptAt = useRef<number | null>(null)
  const options = slash === null ? [] : rankAnswers(answers, slash.words).slice(0, MAX_OPTIONS)
  const last = options.length - 1
  const current = Math.min(active, Math.max(0, last))

  function onType(text: string, caret: number, isComposing: boolean) {
    const found = findSlashWords(text, caret)
    setActive(0)
    if (found === null) keptAt.current = null
    // Keyboards of phones compose every word: a list that is open goes on with it.
    const isMeant = found?.start === slash?.start || !isComposing
    setSlash(found === null || found.start === keptAt.current || !isMeant ? null : found)
  }

  function onMove(text: string, caret: number) {
    if (slash === null) return
    const found = findSlashWords(text, caret)
    if (found?.start !== slash.start) setSlash(null)
    else if (found.end !== slash.end) setSlash(found)
  }

  function choose(index: number) {
    const answer = options[index]
    if (!answer || !canInsert(answer) || slash === null) return
    setSlash(null)
    insert(answer, slash)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (last < 0 || hasModifier) return false
    if (event.key === 'ArrowDown') setActive(current === last ? 0 : current + 1)
    else if (event.key === 'ArrowUp') setActive(current === 0 ? last : current - 1)
    else if (isEnter(event.nativeEvent) || event.key === 'Tab') choose(current)
    else if (event.key === 'Escape') {
      keptAt.current = slash?.start ?? null
      setSlash(null)
    } else return false
    event.preventDefault()
    // Escape closes the list and nothing behind it.
    event.stopPropagation()
    return true
  }

  return {
    options,
    active: current,
    listId,
    optionId: (index) => `${listId}-${index}`,
    onType,
    onMove,
    onKeyDown,
    choose,
    close: () => setSlash(null),
  }
}
