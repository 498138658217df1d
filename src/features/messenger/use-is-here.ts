import type { MouseEvent } from 'react'
import { useAddress } from '#src/lib/address.ts'
import { readChatId } from './search.ts'

/**
 * Asked at a press: whether the address names the chat that is drawn. One that was chosen a moment ago is in the address before
 * it is drawn, and what a key does is never for the chat before it.
 */
export function useIsHere(chatId: string | undefined): () => boolean {
  const { history } = useAddress()
  return () => readChatId(history.location) === chatId
}

/**
 * For the part of the screen that is about one chat, as `onClickCapture`: a press there does nothing once another chat was
 * chosen, which may not be drawn yet. Its buttons are where the next chat's will be.
 */
export function useClicksHere(chatId: string): (event: MouseEvent) => void {
  const isHere = useIsHere(chatId)
  return (event) => {
    if (isHere()) return
    event.preventDefault()
    event.stopPropagation()
  }
}
