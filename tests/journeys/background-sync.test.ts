import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { BOTH_AT_ONCE, journey, WHOLE_BROWSER } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'
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

  journey(
    'what is held while every page is closed is told of in the tray until it is settled; a click there leads to it (O9)',
    async (hotel) => {
      const desk = await hotel.openDesk({ permissions: ['background-sync'], notifications: 'granted' })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      const guest = await takeNextChat(hotel, agent)
      await agent.write('hello')
      await guest.waitForStaffTexts(['hello'])
      const worker = await watchWorker(desk.context)

      await leaveUnsent(hotel, agent, 'written offline')
      const maria = await hotel.signInStaff('maria')
      await maria.takeOver(guest.chatId)
      await hotel.goOnline()
      expect((await worker.dispatchSync()).state).toBe('resolved')
      const told = [{ title: 'Not sent', body: 'One message waits for you.' }]
      expect(await worker.readAlerts()).toEqual(told)

      // Whoever looks at a window of the console is told there.
      const again = await desk.openTab()
      await again.open()
      await again.waitUntilUnsent(1)
      await worker.clickAlert('')
      await again.page.getByRole('heading', { name: 'Unsent' }).waitFor()
      expect(await worker.readAlerts()).toEqual([])
      expect((await worker.dispatchSync()).state).toBe('resolved')
      expect(await worker.readAlerts()).toEqual([])

      await again.page.close()
      expect((await worker.dispatchSync()).state).toBe('resolved')
      expect(await worker.readAlerts()).toEqual(told)
      const last = await desk.openTab()
      await last.openChat(guest.chatId)
      await last.takeWayOut('written offline', 'Discard')
      await last.waitUntilUnsent(0)
      await waitFor('nothing to be told of', async () => (await worker.readAlerts()).length === 0)
      expect(await guest.readStaffTexts()).toEqual(['hello'])
    },
    WHOLE_BROWSER,
  )
})

/** Writes without a line, and closes the last page once the browser knows that its worker is wanted. */
async function leaveUnsent(hotel: Hotel, agent: ConsolePage, text: string): Promise<void> {
  await hotel.goOffline()
  await agent.write(text)
  await agent.waitForMessage(text, 'Waiting to send')
  await waitUntilSyncAsked(agent)
  await agent.page.close()
}

/** With every page closed the worker sends what waits, once. */
async function sendWithoutPage(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const worker = await watchWorker(desk.context)
  await leaveUnsent(hotel, agent, 'sent by nobody’s hand')

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
