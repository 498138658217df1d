import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a page with rows can be: a worker that answers from its cache, and one script that reads 50 rows from
 * IndexedDB with nothing between and paints them. What the console's start is measured against.
 */
export interface BarePage {
  origin: string
  close(): Promise<void>
}

/** The mark of the rows' first frame. */
export const BARE_MARK = 'bare:rows-visible'

const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/'))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((known) => known ?? fetch(event.request))))
`

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<style>li{display:grid;height:90px;border-bottom:1px solid #ddd}</style></head>
<body><ul></ul>
<script>
const escape = (text) => text.replace(/[&<>"]/g, (sign) => '&#' + sign.charCodeAt(0) + ';')
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const opening = indexedDB.open('bare', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('chats', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
opening.onsuccess = () => {
  const rows = []
  const cursor = opening.result.transaction('chats').objectStore('chats').index('updatedAt').openCursor(null, 'prev')
  cursor.onsuccess = () => {
    if (cursor.result && rows.length < 50) { rows.push(cursor.result.value); cursor.result.continue(); return }
    if (rows.length === 0) return
    document.querySelector('ul').innerHTML = rows.map(({ chat, preview }) =>
      '<li><b>' + escape(chat.displayName) + '</b><span>' + escape(preview ? preview.text : '') + '</span><i>' +
      time.format(new Date(chat.updatedAt)) + ' ' + chat.messagesCount + '</i></li>').join('')
  }
}
navigator.serviceWorker.register('/worker.js')
new PerformanceObserver((list) => performance.mark('${BARE_MARK}', { startTime: list.getEntries()[0].startTime }))
  .observe({ type: 'largest-contentful-paint', buffered: true })
</script></body></html>`

/** Serves it on loopback, an origin of its own. */
export async function serveBarePage(): Promise<BarePage> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(isWorker ? WORKER : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the bare page has no port')
  return address.port
}
