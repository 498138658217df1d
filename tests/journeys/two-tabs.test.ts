import { describe, expect } from 'vitest'
import { isSend, isSocket } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { BOTH_AT_ONCE, journey } from '#tests/support/journey.ts'
import { waitForQuiet } from '#tests/support/quiet.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Contenders ask for 5 s before they steal (I5); then the flush starts anew. */
const TAKE_OVER_MS = 40_000
/** What a table that nobody holds is opened and locked in, many times over. */
const DATABASE_MS = 5_000

describe('two tabs', () => {
  journey(
    'share one socket and one flush; one takes over when the other is closed in mid-flush or stops, and nothing is doubled',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const first = await desk.openTab()
      await first.signIn('agent')
      const second = await desk.openTab()
      await shareOne(hotel, { engine: first, follower: second })
      await closeInMidFlush(hotel, { engine: first, follower: second })
      // The second tab leads now.
      await stopWithoutLettingGo(hotel, desk, { engine: second, follower: await desk.openTab() })
    },
    BOTH_AT_ONCE,
  )
})

interface Pair {
  /** Leads: it was there first. */
  engine: ConsolePage
  follower: ConsolePage
}

/** One socket and one flush. */
async function shareOne(hotel: Hotel, { engine, follower }: Pair): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await follower.openChat(guest.chatId)
  await follower.takeOver()
  await engine.chooseChat(guest.chatId)
  await engine.composer.waitFor()
  await follower.write('from the second tab')
  // Each tab writes in a process of its own: what is drawn here was written first.
  await engine.waitForMessage('from the second tab')
  await engine.write('from the first tab')
  await guest.waitForStaffTexts(['from the second tab', 'from the first tab'])
  await engine.waitForMessage('from the second tab', 'Sent')
  await follower.waitForMessage('from the first tab', 'Sent')
  expect(hotel.line.seen.filter(isSend)).toHaveLength(2)
  expect(hotel.line.countSockets()).toBe(1)
  expect(hotel.line.seen.filter(isSocket)).toHaveLength(1)
}

/** The engine's tab is closed in mid-flush: the other takes over, and nothing is doubled. */
async function closeInMidFlush(hotel: Hotel, { engine, follower }: Pair): Promise<void> {
  const guest = await takeNextChat(hotel, follower)
  await follower.write('one')
  await guest.waitForStaffTexts(['one'])

  const arrival = hotel.line.holdNext(isSend)
  await follower.write('two')
  await follower.write('three')
  const held = await arrival
  held.withholdReply()
  await guest.waitForStaffTexts(['one', 'two'])
  await engine.page.close()
  await guest.waitForStaffTexts(['one', 'two', 'three'], TAKE_OVER_MS)
  await follower.waitForMessage('three', 'Sent')
  await waitFor('one socket again', () => hotel.line.countSockets() === 1)
  expect(await follower.countDrawn('two')).toBe(1)
}

/** The engine's tab stops without letting go of its lock: it is taken, and nothing is doubled. */
async function stopWithoutLettingGo(hotel: Hotel, desk: Desk, { engine, follower }: Pair): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await follower.openChat(guest.chatId)
  await follower.takeOver()
  await follower.write('one')
  await guest.waitForStaffTexts(['one'])

  await follower.waitUntilUnsent(0)
  await waitForQuiet(hotel.line)
  const letGoOn = await stopPage(desk, engine, follower)
  await follower.write('two')
  await guest.waitForStaffTexts(['one', 'two'], TAKE_OVER_MS)
  await letGoOn()
  await follower.write('three')
  await guest.waitForStaffTexts(['one', 'two', 'three'], TAKE_OVER_MS)
  await waitFor('one socket', () => hotel.line.countSockets() === 1, TAKE_OVER_MS)
}

/**
 * Stops a page's thread, and returns what lets it go on. A page that is stopped within a database transaction holds the
 * database, which no browser lets happen to a page that it freezes: then it is stopped anew.
 */
async function stopPage(desk: Desk, stopped: ConsolePage, other: ConsolePage): Promise<() => Promise<void>> {
  const session = await desk.context.newCDPSession(stopped.page)
  const letGoOn = async () => {
    await session.send('Debugger.resume').catch(() => undefined)
    await session.send('Debugger.disable')
  }
  await waitFor('the page to stop outside of a transaction', async () => {
    await session.send('Debugger.enable')
    await session.send('Debugger.pause')
    if (await other.page.evaluate(mayWrite, DATABASE_MS)) return true
    await letGoOn()
    return false
  })
  return letGoOn
}

/** Whether every table of this device can be written to within `ms`. Runs in a page. */
async function mayWrite(ms: number): Promise<boolean> {
  const found = await indexedDB.databases()
  const written = Promise.all(
    found.map(
      ({ name = '' }) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(new Error(`${name} does not open`))
          opening.onsuccess = () => {
            const database = opening.result
            const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
            transaction.oncomplete = () => {
              database.close()
              resolve()
            }
          }
        }),
    ),
  )
  return Promise.race([
    written.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ])
}
