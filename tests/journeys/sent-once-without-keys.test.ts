import { describe, expect } from 'vitest'
import { countFromNow, isAddTicket, isResolve, isSend, isUpload } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { chooseFiles, drawPicture, listTray } from '#tests/support/chosen-files.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey, WHOLE_BROWSER } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { waitUntilSyncAsked, watchWorker } from '#tests/support/worker-watch.ts'

const SETTLE_MS = 45_000

describe('without keys, a connection that ends before a byte of the answer (decision 032)', () => {
  journey(
    'a message, a file, a resolved chat and a ticket have gone out once: the browser does not repeat them',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await sendText(hotel, agent)
      await sendFile(hotel, agent)
      await resolveChat(hotel, agent)
      // What became of it is the user's to find out, so it comes last.
      await saveTicket(hotel, agent)
    },
    { kinds: ['plain'] },
  )

  journey(
    'nor does it repeat what the worker sends',
    async (hotel) => {
      const desk = await hotel.openDesk({ permissions: ['background-sync'] })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await sendFromWorker(hotel, desk, agent)
    },
    { kinds: ['plain'], ...WHOLE_BROWSER },
  )
})

async function sendText(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  hotel.line.swallowReply(isSend)
  await agent.write('once')
  await agent.write('and then')
  await guest.waitForStaffTexts(['once', 'and then'], SETTLE_MS)
  await agent.waitForMessage('and then', 'Sent')
  await agent.waitUntilUnsent(0)
  expect(await agent.countDrawn('once')).toBe(1)
  expect(countSends()).toBe(2)
}

async function sendFile(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countUploads = countFromNow(hotel.line, isUpload)
  const buffer = await drawPicture(agent, 60, 40)
  hotel.line.swallowReply(isUpload)
  await sendPicture(agent, buffer)
  await waitFor(
    'the file to be settled',
    async () => countUploads() > 0 && (await agent.readUnsent()) === 0,
    SETTLE_MS,
  )
  const files = (await guest.read()).flatMap(({ attachments }) => attachments)
  expect(files.map(({ name }) => name)).toEqual(['pool.png'])
  expect(countUploads()).toBe(1)
}

/** The guest may ask again between the two: the second would clear that. */
async function resolveChat(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  const countResolves = countFromNow(hotel.line, isResolve)
  await agent.chooseChat(guest.chatId)
  hotel.line.swallowReply(isResolve)
  await agent.button('Chat resolved').click()
  const rest = await hotel.signInStaff('maria')
  await waitFor('the chat to be resolved', async () => !(await rest.readChat(guest.chatId)).needsHelp)
  await waitFor('it to be settled', async () => (await agent.readUnsent()) === 0, SETTLE_MS)
  expect(countResolves()).toBe(1)
}

async function saveTicket(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  const countTickets = countFromNow(hotel.line, isAddTicket)
  await agent.button('ADD A NEW TICKET').click()
  const form = agent.page.getByRole('form', { name: 'New ticket' })
  await form.getByLabel('Department', { exact: true }).selectOption({ label: 'Housekeeping' })
  await form.getByLabel('Request', { exact: true }).fill('One blanket')
  hotel.line.swallowReply(isAddTicket)
  await form.getByRole('button', { name: 'SAVE TICKET', exact: true }).click()
  const status = agent.page.getByRole('status', { name: 'Tickets' })
  await status.getByText('Delivery unknown', { exact: true }).waitFor()
  expect(countTickets()).toBe(1)
}

async function sendFromWorker(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const countUploads = countFromNow(hotel.line, isUpload)
  const buffer = await drawPicture(agent, 60, 40)
  const worker = await watchWorker(desk.context)
  await hotel.goOffline()
  await agent.write('from the worker')
  await agent.waitForMessage('from the worker', 'Waiting to send')
  await sendPicture(agent, buffer)
  await agent.waitUntilUnsent(2)
  await waitUntilSyncAsked(agent)
  await agent.page.close()

  await hotel.goOnline()
  hotel.line.swallowReply(isSend)
  hotel.line.swallowReply(isUpload)
  await waitFor('all of it to be settled', async () => (await worker.dispatchSync()).state === 'resolved')
  expect(await guest.readStaffTexts()).toEqual(['from the worker', ''])
  expect([countSends(), countUploads()]).toEqual([1, 1])
}

async function sendPicture(agent: ConsolePage, buffer: Buffer): Promise<void> {
  await chooseFiles(agent, [{ name: 'pool.png', mimeType: 'image/png', buffer }])
  await waitFor('the file to be in the draft', async () => (await listTray(agent)).includes('pool.png'))
  await agent.composer.press('Enter')
}
