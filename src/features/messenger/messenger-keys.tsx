import { useEffect, type RefObject } from 'react'
import { isComposing } from '#src/domain/keys/key-press.ts'
import { isInField, isOverlayOpen } from '#src/lib/keys.ts'
import type { ChatRowsHandle } from './list/chat-rows.tsx'
import { useIsHere } from './use-is-here.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The open chat's message box, by the name that CONTRACT section 10 gives it; there only while the chat is mine. */
const MESSAGE_BOX = 'textarea[aria-label="Message"]'

interface MessengerKeysProps {
  rows: RefObject<ChatRowsHandle | null>
  /** The chat that is drawn. */
  chatId: string | undefined
}

/** The messenger by keyboard, but for what the open chat's header does. Loads once the rows are there. */
export function MessengerKeys({ rows, chatId }: MessengerKeysProps) {
  const isHere = useIsHere(chatId)
  // A key that is held down moves on; it does nothing else twice.
  useShortcuts((shortcut, isHeldDown) => {
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
      case 'r':
        return !isHeldDown && isHere() && focusMessageBox() !== null
      case '/':
        return !isHeldDown && isHere() && openSavedAnswers()
      default:
        return false
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', leaveField)
    return () => window.removeEventListener('keydown', leaveField)
  }, [])
  return null
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
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
  if (isOverlayOpen() || !isInField(event.target)) return
  if (event.target instanceof HTMLElement) event.target.blur()
}
