import type { Browser } from 'playwright-core'
import { generateScale } from '#server/demo/scale.ts'
import type { BulkChat, BulkHotel, Rereadable } from '#server/store/bulk/bulk-hotel.ts'
import { openContext, type WatchedContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { createTestDatabase, startTestServer, TEST_PASSWORD } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SYNC_DEADLINE_MS = 300_000

/** A hotel of a given size with one signed-in desk whose mirror has all that it keeps. */
export interface ScaledHotel {
  name: string
  server: ServerProcess
  line: FaultProxy
  desk: WatchedContext
  page: ConsolePage
  close(): Promise<void>
}

/** A hotel of so many chats with so many messages in all, as `openFilledHotel` opens it. */
export function openScaledHotel(
  browser: Browser,
  name: string,
  chatCount: number,
  messageCount: number,
): Promise<ScaledHotel> {
  return openFilledHotel(browser, name, generateScale(chatCount, messageCount), chatCount)
}

/** Fills a database, starts the built server on it, signs `maria` in and lets her mirror fill, Show All included. */
export async function openFilledHotel(
  browser: Browser,
  name: string,
  chats: Rereadable<BulkChat>,
  chatCount: number,
): Promise<ScaledHotel> {
  const server = await startFilledServer({ chats })
  const line = await startFaultProxy(server)
  const desk = await openContext(browser)
  const page = new ConsolePage(await desk.context.newPage(), line.origin)
  await page.open()
  await page.enterCredentials('maria', TEST_PASSWORD)
  await page.waitUntilLive()
  await waitFor('the first sync to end', () => hasSynced(page), SYNC_DEADLINE_MS)
  await page.button('Show All').click()
  await waitFor(
    'every chat to be mirrored',
    async () => (await countMirrored(page, 'chats')) >= chatCount,
    SYNC_DEADLINE_MS,
  )
  return {
    name,
    server,
    line,
    desk,
    page,
    async close() {
      await desk.context.close()
      await line.stop()
      await server.remove()
    },
  }
}

/** Rows of a table of the page's mirror. */
export async function countMirrored(page: ConsolePage, table: string): Promise<number> {
  return Number(await ask(page, { table, ask: 'count', key: null }))
}

/** The keys of the first rows of a table of the page's mirror. */
export async function listMirrored(page: ConsolePage, table: string, most: number): Promise<string[]> {
  const keys = await ask(page, { table, ask: 'getAllKeys', key: null })
  return Array.isArray(keys) ? keys.slice(0, most).map(String) : []
}

async function hasSynced(page: ConsolePage): Promise<boolean> {
  return (await ask(page, { table: 'meta', ask: 'get', key: 'syncedAt' })) !== undefined
}

interface Question {
  table: string
  ask: 'count' | 'get' | 'getAllKeys'
  key: string | null
}

function ask(page: ConsolePage, question: Question): Promise<unknown> {
  return page.page.evaluate(askMirror, question)
}

/** Runs in the page: asks one thing of a table, beside the app. Undefined where there is no mirror. */
async function askMirror({ table, ask, key }: Question): Promise<unknown> {
  const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
  if (!known?.name) return undefined
  const opening = indexedDB.open(known.name)
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error('the mirror can not be opened'))
  })
  const rows = database.transaction(table).objectStore(table)
  const asking = ask === 'get' ? rows.get(key ?? '') : rows[ask]()
  const answer = await new Promise<unknown>((resolve, reject) => {
    asking.onsuccess = () => resolve(asking.result)
    asking.onerror = () => reject(new Error('the mirror can not be read'))
  })
  database.close()
  return answer
}

/** Fills a database with a hotel and starts the built server on it. */
export async function startFilledServer(hotel: BulkHotel): Promise<ServerProcess> {
  const database = await createTestDatabase()
  try {
    const filler = await startTestServer({ database, hotel: { ...hotel, isDemonstration: true } })
    await filler.stop()
    return await startServerProcess({ copyOf: database.settings.dataDir, env: { SEED: 'none' } })
  } finally {
    await database.remove()
  }
}
