import type { Message } from '#src/contract/chats.ts'
import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { GUEST_PAGE_MESSAGES } from '#src/contract/limits.ts'
import { readChat, type Session } from './guest-api.ts'

/** The first page, and each that scrolling up asks for: a few screens of a phone. */
const VIEW_MESSAGES = 50

/** What was said, as far as this page has read it. */
export interface Transcript {
  readonly messages: readonly Message[]
  /** Whether the hotel may have older messages than these. */
  hasOlder(): boolean
  add(news: readonly Message[]): void
  /** Reads what is new page by page, or the newest page where nothing was read yet; gives what is asked. */
  catchUp(session: Session): Promise<RatingQuestion | null>
  loadOlder(session: Session): Promise<void>
}

export function openTranscript(): Transcript {
  const messages: Message[] = []
  /** The newest message that a read gave. What a send answers does not count: others may have spoken before it. */
  let readUpTo: string | null = null
  let mayHaveOlder = false

  function add(news: readonly Message[]): void {
    const known = new Set(messages.map(({ id }) => id))
    messages.push(...news.filter(({ id }) => !known.has(id)))
    messages.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  }

  return {
    messages,
    hasOlder: () => mayHaveOlder,
    add,
    async catchUp(session) {
      for (;;) {
        const limit = readUpTo === null ? VIEW_MESSAGES : GUEST_PAGE_MESSAGES
        const page = await readChat(session, { after: readUpTo, limit })
        if (readUpTo === null) mayHaveOlder = page.messages.length === limit
        const isLast = readUpTo === null || page.messages.length < limit
        readUpTo = page.messages.at(-1)?.id ?? readUpTo
        add(page.messages)
        if (isLast) return page.rating
      }
    },
    async loadOlder(session) {
      const before = messages[0]?.id
      if (before === undefined) return
      const page = await readChat(session, { before, limit: VIEW_MESSAGES })
      mayHaveOlder = page.messages.length === VIEW_MESSAGES
      add(page.messages)
    },
  }
}
