import type { ConsolePage } from '#tests/support/console-page.ts'
import type { FaultProxy } from '#tests/support/fault-proxy.ts'

export const CATCH_UP_MESSAGES = 10_000
/** As many rows as a console asks for at a time. */
const PAGE_ROWS = 200
const PAGES = CATCH_UP_MESSAGES / PAGE_ROWS

export interface CatchUp {
  /** When the first page was asked for, ms of `performance.now()`; null before. */
  askedAt(): number | null
  stop(): void
}

/**
 * Answers the pulls of a console with so many new messages of the chats that it has, page after page, whatever its cursor is:
 * what it costs to take them in is the console's alone. Until it is stopped.
 */
export function answerCatchUp(line: FaultProxy, run: string, chatIds: readonly string[]): CatchUp {
  let askedAt: number | null = null
  const isAsked = (path: string, page: number) => {
    if (!path.startsWith('/api/sync') || pageOf(path, run) !== page) return false
    askedAt ??= performance.now()
    return true
  }
  const stops = Array.from({ length: PAGES + 1 }, (_, page) =>
    line.answerAll(({ path }) => isAsked(path, page), 200, JSON.stringify(makePage(page, run, chatIds))),
  )
  return {
    askedAt: () => askedAt,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** The page that follows on the cursor of a request. */
function pageOf(path: string, run: string): number {
  const cursor = new URL(path, 'http://console').searchParams.get('cursor') ?? ''
  const mine = cursorOf(run, '')
  return cursor.startsWith(mine) ? Number(cursor.slice(mine.length)) : 0
}

function cursorOf(run: string, page: number | ''): string {
  return `catch-up-${run}-${page}`
}

function makePage(page: number, run: string, chatIds: readonly string[]): object {
  const isEnd = page === PAGES
  const messages = Array.from({ length: isEnd ? 0 : PAGE_ROWS }, (_, index) => {
    const place = page * PAGE_ROWS + index
    return {
      id: `catch-up-${run}-${String(place).padStart(6, '0')}`,
      chatId: chatIds[place % chatIds.length],
      text: `When is breakfast served, and are there towels at the pool? ${place}`,
      sentByGuest: true,
      type: 'text',
      createdAt: new Date(Date.now() + place).toISOString(),
      attachments: [],
      user: null,
    }
  })
  return {
    cursor: cursorOf(run, isEnd ? page : page + 1),
    more: page < PAGES - 1,
    reset: false,
    chats: [],
    messages,
    removed: { chats: [], messages: [] },
  }
}

/** Until a console has stored the last page. One look at its mirror after another would be a good part of the work. */
export async function waitUntilCaughtUp(page: ConsolePage, run: string): Promise<void> {
  await page.page.evaluate(awaitCursor, cursorOf(run, PAGES))
}

/** Runs in the page. */
async function awaitCursor(cursor: string): Promise<void> {
  const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
  const opening = indexedDB.open(known?.name ?? '')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  for (;;) {
    const asking = opening.result.transaction('meta').objectStore('meta').get('cursor')
    const row = await new Promise<unknown>((resolve) => (asking.onsuccess = () => resolve(asking.result)))
    if (typeof row === 'object' && row !== null && Reflect.get(row, 'value') === cursor) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  opening.result.close()
}
