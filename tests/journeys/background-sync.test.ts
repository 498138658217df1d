import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { BOTH_AT_ONCE, journey, WHOLE_BROWSER } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitUntilSyncAsked, watchWorker } from '#tests/support/worker-watch.ts'

describe('Background Sync (O5)', () => {
  journey(
    'with a page open the page is asked; with every page closed the worker sends what waits, once',
    async (hotel) => {
      const desk = await hotel.openDesk({ permissions: ['background-sync'] })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await askThePage(hotel, desk, agent)
      await sendWithoutPage(hotel, desk, agent)
    },
    { ...BOTH_AT_ONCE, ...WHOLE_BROWSER },
  )
})

/** With every page closed the worker sends what waits, once. */
async function sendWithoutPage(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const worker = await watchWorker(desk.context)
  await hotel.goOffline()
  await agent.write('sent by nobody’s hand')
  await agent.waitForMessage('sent by nobody’s hand', 'Waiting to send')
  await waitUntilSyncAsked(agent)
  await agent.page.close()

  // Resolving would drop the registration while work is left.
  const without = await worker.dispatchSync()
  expect(without.state).toBe('rejected')
  expect(without.reason).toContain('1 operations still wait')
  expect(await guest.readStaffTexts()).toEqual([])

  await hotel.goOnline()
  expect((await worker.dispatchSync()).state).toBe('resolved')
  expect(await guest.readStaffTexts()).toEqual(['sent by nobody’s hand'])
  expect((await worker.dispatchSync()).state).toBe('resolved')
  expect(await guest.readStaffTexts()).toEqual(['sent by nobody’s hand'])
  expect(countSends()).toBe(1)

  const again = await desk.openTab()
  await again.openChat(guest.chatId)
  await again.waitForMessage('sent by nobody’s hand', 'Sent')
  expect(await again.countDrawn('sent by nobody’s hand')).toBe(1)
  await again.waitUntilUnsent(0)
}

/** With a page open the page is asked, and the worker calls nobody. */
async function askThePage(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const worker = await watchWorker(desk.context)
  await hotel.goOffline()
  await agent.write('from the page')
  await agent.waitForMessage('from the page', 'Waiting to send')
  const asked = await listenForFlush(agent)
  const settled = worker.dispatchSync()
  await asked()
  await hotel.goOnline()
  await guest.waitForStaffTexts(['from the page'])
  expect((await settled).state).toBe('resolved')
  expect(await worker.readCalls()).toEqual([])
  expect(countSends()).toBe(1)
}

/** Hears what the worker asks of the page that leads. Returns what waits for the question. */
async function listenForFlush(agent: ConsolePage): Promise<() => Promise<unknown>> {
  const heard = await agent.page.evaluateHandle(async () => {
    const { held = [] } = await navigator.locks.query()
    const name = held.find((lock) => lock.name?.startsWith('bellhop-engine:'))?.name
    if (name === undefined) throw new Error('No page leads.')
    const channel = new BroadcastChannel(name)
    return {
      flush: new Promise((resolve) => {
        channel.addEventListener('message', (event: MessageEvent<{ type: string }>) => {
          if (event.data.type === 'flush') resolve(true)
        })
      }),
    }
  })
  return () => heard.evaluate(({ flush }) => flush)
}
