import type { Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** Nothing has been read, written, asked or drawn for so long: whatever began is over, ms. */
const QUIET_MS = 700

/** What a page has done since it was last asked: none of it depends on how fast the machine is. */
export interface Work {
  /** Transactions of the local databases, each with its stores. */
  transactions: string[]
  /** Those before the open chat's words were on the screen. */
  beforeWords: string[]
  /** Calls, by method and path. */
  calls: string[]
  /**
   * Rows of the chat list that were drawn anew, by address, and messages of the thread, by id. Not what the hour alone
   * changes in a row: its guest is no longer online, its holder seems to have forgotten it.
   */
  rows: string[]
  messages: string[]
  /** What was made of `Intl` since the load: the first of them holds a page up for some 50 ms. */
  intl: string[]
}

interface Counted extends Omit<Work, 'beforeWords'> {
  times: number[]
  /** Calls that are on their way. */
  open: number
  at: number
}
declare global {
  interface Window {
    counted: Counted
  }
}

/** Counts from the page's next load on. */
export async function countWork(page: Page): Promise<void> {
  await page.addInitScript(count)
}

/** What `act` has the page do, until it has done nothing for a while. */
export async function workOf(page: Page, act: () => Promise<unknown>): Promise<Work> {
  await settle(page)
  await page.evaluate(() => {
    performance.clearMarks('bellhop:thread-visible')
    Object.assign(window.counted, { transactions: [], times: [], calls: [], rows: [], messages: [] })
    window.counted.at = performance.now()
  })
  await act()
  await settle(page)
  return page.evaluate(() => {
    const { transactions, times, calls, rows, messages, intl } = window.counted
    const visible = performance.getEntriesByName('bellhop:thread-visible').at(-1)?.startTime ?? Infinity
    return {
      transactions,
      beforeWords: transactions.filter((_, index) => (times[index] ?? 0) < visible),
      calls,
      rows: [...new Set(rows)],
      messages: [...new Set(messages)],
      intl,
    }
  })
}

async function settle(page: Page): Promise<void> {
  await waitFor('the page to be quiet', () =>
    page.evaluate(
      (quietMs) => window.counted.open === 0 && performance.now() - window.counted.at > quietMs,
      QUIET_MS,
    ),
  )
}

/** Runs in the page, before anything of its own. */
function count(): void {
  window.counted = {
    transactions: [],
    times: [],
    calls: [],
    rows: [],
    messages: [],
    intl: [],
    open: 0,
    at: 0,
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const made: unknown = Reflect.get(Intl, name)
    if (typeof made !== 'function' || !made.prototype) continue
    const construct = (target: object, args: unknown[]) => {
      window.counted.intl.push(name)
      return Reflect.construct(target as typeof Function, args) as object
    }
    Reflect.set(
      Intl,
      name,
      new Proxy(made, { construct, apply: (target, _, args) => construct(target, args) }),
    )
  }
  const note = () => (window.counted.at = performance.now())
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof begin>) {
    const [stores, mode = 'readonly'] = args
    const [, kind = ''] = this.name.split('-')
    window.counted.transactions.push(`${kind}: ${[stores].flat().join(', ')} ${mode}`)
    window.counted.times.push(performance.now())
    note()
    return begin.apply(this, args)
  }
  const call = window.fetch
  window.fetch = (input, init) => {
    const { method, url } = new Request(input, init)
    if (new URL(url).pathname.startsWith('/api/'))
      window.counted.calls.push(`${method} ${new URL(url).pathname}`)
    window.counted.open += 1
    note()
    return call(input, init).finally(() => {
      window.counted.open -= 1
      note()
    })
  }
  const OF_THE_HOUR = '.chat-row-dot, .chat-row-tag[title*="nothing is written"]'
  const isOfTheHour = ({ addedNodes, removedNodes }: MutationRecord, changed: Element | null | undefined) => {
    const moved = [...addedNodes, ...removedNodes].filter((node) => node instanceof Element)
    return moved.length > 0
      ? moved.every((element) => element.matches(OF_THE_HOUR))
      : !!changed?.closest(OF_THE_HOUR)
  }
  const watch = new MutationObserver((changes) => {
    for (const change of changes) {
      const { target } = change
      const element = target instanceof Element ? target : target.parentElement
      if (isOfTheHour(change, element)) continue
      const row = element?.closest('a.chat-row')?.getAttribute('href')
      const message = element?.closest<HTMLElement>('[data-message]')?.dataset['message']
      if (row) window.counted.rows.push(row.split('?')[0] ?? '')
      if (message) window.counted.messages.push(message)
      if (row || message) note()
    }
  })
  watch.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}
