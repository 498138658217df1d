import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { openDesk, type Desk } from './desk.ts'
import { answerJson } from './fault-fetch.ts'

/** A desk at an environment that has the specification alone and says what the test makes it say. */
export function openScripted(chats: () => Chat[], messages: () => Message[] = () => []): Promise<Desk> {
  const answer = (input: RequestInfo | URL) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    if (path.endsWith('/messages')) return messages()
    if (path.startsWith('/api/info/message/')) return messages().find((row) => path.endsWith(row.id))
    if (path === '/api/info/chats') return chats()
    return chats().find((row) => path.endsWith(row.id))
  }
  return openDesk((input) => Promise.resolve(answerJson(200, answer(input))), {
    capabilities: NO_CAPABILITIES,
  })
}
