import type { Chat, Message } from '#src/contract/chats.ts'
import type { SyncPage } from '#src/contract/sync-page.ts'

/**
 * Rows that are stored together at most: what somebody asks of the mirror meanwhile waits for them. Each transaction has what
 * follows the mirror read again, which was a third of a catch-up with 200 (docs/decisions/065-pages-are-stored-together.md).
 */
const MOST_ROWS = 600

/** Pages of changes, each fetched as soon as the one before it has come, whatever is being stored meanwhile. */
export interface PagesAhead {
  /** The cursor that the next of them follows. */
  follows(): string
  /** What has come since it was last asked, at least one page, joined to one. Throws what the fetch of that page threw. */
  take(): Promise<SyncPage>
  /** Fetches no more: nobody will take it. */
  stop(): void
}

/** Begins with the page that follows a cursor. */
export function fetchPagesAhead(fetch: (cursor: string) => Promise<SyncPage>, cursor: string): PagesAhead {
  /** What has come and was not taken, each following on the one before it. */
  const pages: SyncPage[] = []
  let follows = cursor
  let fetching: Promise<void> | null = null
  let isStopped = false

  /** After a page that can't be joined nothing is fetched before it is taken: a reset goes another way. */
  function fetchOn(): void {
    if (isStopped || fetching || !hasRoom(pages)) return
    fetching = fetch(pages.at(-1)?.cursor ?? follows).then((page) => {
      pages.push(page)
      fetching = null
      fetchOn()
    })
    // Where nobody comes to wait for it, its failure is nobody's.
    fetching.catch(() => undefined)
  }

  fetchOn()
  return {
    follows: () => follows,
    async take() {
      if (pages.length === 0) await fetching
      const reset = pages.findIndex((page, index) => index > 0 && page.reset)
      const page = joinPages(pages.splice(0, reset === -1 ? pages.length : reset))
      follows = page.cursor
      if (page.more && !page.reset) fetchOn()
      return page
    },
    stop: () => (isStopped = true),
  }
}

/** Whether another page may be joined to these. */
function hasRoom(pages: readonly SyncPage[]): boolean {
  const last = pages.at(-1)
  if (!last) return true
  return last.more && isOpen(last) && countRows(pages) + countRows([last]) <= MOST_ROWS
}

function countRows(pages: readonly SyncPage[]): number {
  return pages.reduce((rows, { chats, messages }) => rows + chats.length + messages.length, 0)
}

/** What was removed may be named again by the page after it, and is removed last of a page: nothing is joined to that. */
function isOpen({ reset, removed }: SyncPage): boolean {
  return !reset && removed.chats.length === 0 && removed.messages.length === 0
}

/** As if they had come as one: of what several name, each row is there once. */
function joinPages(pages: readonly SyncPage[]): SyncPage {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) throw new Error('nothing was fetched')
  if (first === last) return first
  const chats = new Map<string, Chat>()
  const messages = new Map<string, Message>()
  for (const page of pages) {
    for (const chat of page.chats) {
      if ((chat.rev ?? 0) >= (chats.get(chat.id)?.rev ?? 0)) chats.set(chat.id, chat)
    }
    for (const message of page.messages) messages.set(message.id, message)
  }
  return { ...last, chats: [...chats.values()], messages: [...messages.values()] }
}
