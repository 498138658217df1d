import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { isComposing } from '#src/domain/keys/key-press.ts'
import { useAddress } from '#src/lib/address.ts'
import { isInField, isOverlayOpen } from '#src/lib/keys.ts'
import { readChatId } from '../search.ts'
import { eraseAhead, takeTypedAhead, typeAhead } from './typed-ahead.ts'

/**
 * Whoever writes on while another chat is chosen writes to that one: what comes before its message box is there, and has the
 * focus, is kept for it. `onBegin`: the box is there, with what was typed ahead of it. What an input method composes can't be
 * held back, and stays where it is composed.
 */
export function useTypedAhead(
  chatId: string,
  field: RefObject<HTMLTextAreaElement | null>,
  onBegin: (text: string) => void,
): void {
  const workspace = useWorkspace()
  const { history } = useAddress()

  // This chat is still drawn, and the address names the next one already.
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    const chosen = readChatId(history.location)
    if (chosen === undefined || chosen === chatId || !event.cancelable) return
    event.preventDefault()
    const text = event.inputType === 'insertLineBreak' ? '\n' : event.data
    if (event.inputType === 'deleteContentBackward') eraseAhead(workspace, chosen)
    else if (text) typeAhead(workspace, chosen, text)
  })
  useEffect(() => {
    const box = field.current
    const listen = (event: InputEvent) => onBeforeInput(event)
    box?.addEventListener('beforeinput', listen)
    return () => box?.removeEventListener('beforeinput', listen)
  }, [field])

  // To ask for the focus earlier than behind the drawing is a layout before the words.
  const stopListening = useRef<(() => void) | undefined>(undefined)
  useLayoutEffect(() => {
    const stop = listenForLetters(workspace, chatId)
    stopListening.current = stop
    return stop
  }, [workspace, chatId])
  const begin = useEffectEvent(() => onBegin(takeTypedAhead(workspace, chatId)))
  useEffect(() => {
    stopListening.current?.()
    begin()
  }, [field])
}

/**
 * From now on letters that nothing on the screen takes are for this chat's message box: the former one is gone, and this one
 * does not have the focus yet. Until what is given is called.
 */
export function listenForLetters(workspace: Workspace, chatId: string): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!isLetter(event) || isTaken(event.target)) return
    event.preventDefault()
    // Nor is it a command to this chat.
    event.stopImmediatePropagation()
    typeAhead(workspace, chatId, event.key)
  }
  window.addEventListener('keydown', listen, true)
  return () => window.removeEventListener('keydown', listen, true)
}

/** By a control that has the focus, or a dialog: a screen has it as well, where a control on it is gone. */
function isTaken(target: EventTarget | null): boolean {
  return isInField(target) || isOverlayOpen() || (target instanceof Element && target.matches('a, button'))
}

function isLetter(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing(event)
}
