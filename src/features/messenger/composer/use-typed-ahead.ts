import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useAddress } from '#src/lib/address.ts'
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
    if (event.inputType === 'deleteContentBackward') eraseAhead(workspace, chosen, performance.now())
    else if (text) typeAhead(workspace, chosen, text, performance.now())
  })
  useEffect(() => {
    const box = field.current
    const listen = (event: InputEvent) => onBeforeInput(event)
    box?.addEventListener('beforeinput', listen)
    return () => box?.removeEventListener('beforeinput', listen)
  }, [field])

  // The former box is gone, and this one gets the focus behind the drawing: to ask for it earlier is a layout before the words.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== document.body || !isLetter(event)) return
    event.preventDefault()
    // Nor is it a command to this chat.
    event.stopImmediatePropagation()
    typeAhead(workspace, chatId, event.key, performance.now())
  })
  const stopListening = useRef(() => undefined as void)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    stopListening.current = () => window.removeEventListener('keydown', listen, true)
    return () => stopListening.current()
  }, [])
  const begin = useEffectEvent(() => onBegin(takeTypedAhead(workspace, chatId, performance.now())))
  useEffect(() => {
    stopListening.current()
    begin()
  }, [field])
}

function isLetter({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing
}
