import { useEffect, useRef, type RefObject } from 'react'
import { isComposing } from '#src/domain/keys/key-press.ts'
import { isInField, isOverlayOpen, readCommandKey } from '#src/lib/keys.ts'
import type { ChatRowsHandle } from './list/chat-rows.tsx'

/** The open chat's message box, by the name that CONTRACT section 10 gives it; there only while the chat is mine. */
const MESSAGE_BOX = 'textarea[aria-label="Message"]'

interface Shortcuts {
  rows: RefObject<ChatRowsHandle | null>
  takeOver(): void
  resolve(): void
}

/** The messenger's keys: all of it can be done without a mouse. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveField(event)
      else {
        const shortcut = readCommandKey(event)
        if (shortcut !== null && run(shortcut, event.repeat, current.current)) event.preventDefault()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns whether the key was one of ours. A key that is held down moves on; it does nothing else twice. */
function run(shortcut: string, isHeldDown: boolean, { rows, takeOver, resolve }: Shortcuts): boolean {
  switch (shortcut) {
    case 'j':
      rows.current?.moveFocus(1)
      return true
    case 'k':
      rows.current?.moveFocus(-1)
      return true
    case 'ArrowDown':
    case 'ArrowUp':
      // Within the thread arrows scroll; the list has its own.
      if (!isAtRest(document.activeElement)) return false
      rows.current?.moveFocus(shortcut === 'ArrowDown' ? 1 : -1)
      return true
  }
  if (isHeldDown) return false
  switch (shortcut) {
    case 'r':
      return focusMessageBox() !== null
    case '/':
      return openSavedAnswers()
    case 't':
      takeOver()
      return true
    case 'e':
      resolve()
      return true
    default:
      return false
  }
}

/** Nothing on the screen has the focus, or the screen itself has it, where a control of another one is gone. */
function isAtRest(active: Element | null): boolean {
  return active === null || active === document.body || active.matches('main')
}

function focusMessageBox(): HTMLTextAreaElement | null {
  const box = document.querySelector<HTMLTextAreaElement>(MESSAGE_BOX)
  if (!box) return null
  box.focus()
  box.setSelectionRange(box.value.length, box.value.length)
  return box
}

/** A '/' in the message box opens them; a draft stays as it is. */
function openSavedAnswers(): boolean {
  const box = focusMessageBox()
  if (!box) return false
  const slash = box.value === '' || /\s$/.test(box.value) ? '/' : ' /'
  box.setRangeText(slash, box.value.length, box.value.length, 'end')
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: slash }))
  return true
}

/** Escape leaves a field, unless something in it, a list of answers for example, has used the key. */
function leaveField(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event) || isOverlayOpen() || !isInField(event.target)) return
  if (event.target instanceof HTMLElement) event.target.blur()
}
