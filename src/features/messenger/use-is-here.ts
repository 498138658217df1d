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
