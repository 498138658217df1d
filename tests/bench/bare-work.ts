import type { BrowserContext, Page } from 'playwright-core'
import { serveBarePage } from './bare-page.ts'
import { ENTER_AFTER_MS } from './measure.ts'

/**
 * What the console's work costs at the least: the same rows, read from and written to IndexedDB by hand, and painted by hand.
 * Each runs in a bare page of the same browser, at the same speed.
 */
export interface BareWork {
  /** Reads the newest 50 messages of a chat by index and paints them; ms until they are painted. */
  paintThread(): Promise<number>
  /** Empties a field, writes one row of an operation's size durably and paints a line; ms until it is painted. */
  writeAndPaint(text: string): Promise<number>
  /** Writes so many messages with the mirror's own indexes, 200 a transaction; ms until the last is there. */
  writeMany(count: number): Promise<number>
  /** Signs in and reads the first page of changes, each a call; ms. */
  signIn(origin: string, username: string, password: string): Promise<number>
}

/** A key comes at any time of a frame. */
const FRAME_MS = 1_000 / 60

/** The same in a page of its own, which goes with `close`. */
export async function openBareWork(context: BrowserContext): Promise<BareWork & { close(): Promise<void> }> {
  const bare = await serveBarePage()
  const page = await context.newPage()
  await page.goto(bare.origin)
  return { ...(await startBareWork(page)), close: () => bare.close() }
}

export async function startBareWork(page: Page): Promise<BareWork> {
  await page.evaluate(prepare)
  return {
    paintThread: () => page.evaluate(paintThread),
    writeAndPaint: (text) =>
      page.evaluate(writeAndPaint, { text, restMs: ENTER_AFTER_MS + Math.random() * FRAME_MS }),
    writeMany: (count) => page.evaluate(writeMany, count),
    signIn: (origin, username, password) => page.evaluate(signIn, { origin, username, password }),
  }
}

declare global {
  interface Window {
    bareRows: IDBDatabase
  }
}

/** Runs in the page. */
async function prepare(): Promise<void> {
  const opening = indexedDB.open('bare-work', 1)
  opening.onupgradeneeded = () => {
    const rows = opening.result.createObjectStore('messages', { keyPath: 'id' })
    rows.createIndex('thread', ['chatId', 'createdAt'])
    const mirrored = opening.result.createObjectStore('mirrored', { keyPath: 'id' })
    mirrored.createIndex('createdAt', 'createdAt')
    mirrored.createIndex('thread', ['chatId', 'createdAt'])
    mirrored.createIndex('operationId', 'operationId')
    opening.result.createObjectStore('operations', { keyPath: 'id' })
  }
  await new Promise((resolve) => (opening.onsuccess = resolve))
  window.bareRows = opening.result
  const write = opening.result.transaction('messages', 'readwrite')
  for (let index = 0; index < 60; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
    const text = `When is breakfast served, and are there towels at the pool? ${index}`
    write
      .objectStore('messages')
      .put({ id: `m${index}`, chatId: 'c', createdAt, message: { text, createdAt } })
  }
  await new Promise((resolve) => (write.oncomplete = resolve))
  document.body.innerHTML = '<div style="height:700px;overflow:auto"><ol></ol></div><textarea></textarea>'
}

/** Runs in the page. */
async function paintThread(): Promise<number> {
  const list = document.querySelector('ol')
  if (!list) throw new Error('the bare page has no list')
  list.innerHTML = ''
  const start = performance.now()
  const rows: { message: { text: string; createdAt: string } }[] = []
  const walk = window.bareRows
    .transaction('messages')
    .objectStore('messages')
    .index('thread')
    .openCursor(IDBKeyRange.bound(['c'], ['c', []]), 'prev')
  await new Promise<void>((resolve) => {
    walk.onsuccess = () => {
      if (!walk.result || rows.length === 50) return resolve()
      rows.push(walk.result.value as (typeof rows)[number])
      walk.result.continue()
    }
  })
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
  const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  list.innerHTML = rows
    .reverse()
    .map(
      ({ message }) =>
        `<li><p>${escape(message.text)}</p><i>${time.format(new Date(message.createdAt))}</i></li>`,
    )
    .join('')
  list.parentElement?.scrollTo(0, list.scrollHeight)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** Runs in the page. */
async function writeAndPaint({ text, restMs }: { text: string; restMs: number }): Promise<number> {
  const box = document.querySelector('textarea')
  if (!box) throw new Error('the bare page has no field')
  box.focus()
  box.value = text
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const start = performance.now()
  box.value = ''
  const write = window.bareRows.transaction('operations', 'readwrite', { durability: 'strict' })
  const payload = { text, attachments: [], seenBefore: null, expects: null, note: 'x'.repeat(200) }
  write.objectStore('operations').put({ id: crypto.randomUUID(), lane: 'c', pos: 1, kind: 'send', payload })
  await new Promise((resolve) => (write.oncomplete = resolve))
  const line = document.createElement('li')
  line.textContent = text
  document.querySelector('ol')?.append(line)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** Runs in the page. */
async function writeMany(count: number): Promise<number> {
  const start = performance.now()
  const run = crypto.randomUUID()
  for (let from = 0; from < count; from += 200) {
    const write = window.bareRows.transaction('mirrored', 'readwrite', { durability: 'relaxed' })
    for (let index = from; index < Math.min(count, from + 200); index += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 2) + index * 1_000).toISOString()
      const id = `${run}-${index}`
      const text = `When is breakfast served, and are there towels at the pool? ${index}`
      const message = {
        id,
        chatId: 'd',
        text,
        sentByGuest: true,
        type: 'text',
        createdAt,
        attachments: [],
        user: null,
      }
      write.objectStore('mirrored').put({ id, chatId: 'd', createdAt, message, operationId: '' })
    }
    await new Promise((resolve) => (write.oncomplete = resolve))
  }
  return performance.now() - start
}

/** Runs in the page. */
async function signIn({
  origin,
  username,
  password,
}: {
  origin: string
  username: string
  password: string
}): Promise<number> {
  const start = performance.now()
  const query = new URLSearchParams({ username, password, token: '' })
  const answer: unknown = await (await fetch(`${origin}/api/auth?${query.toString()}`)).json()
  const token = String(Reflect.get(Object(answer), 'token'))
  const headers = { Authorization: `Bearer ${token}` }
  await (await fetch(`${origin}/api/sync?limit=200`, { headers })).json()
  return performance.now() - start
}
