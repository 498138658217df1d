import { describe, expect } from 'vitest'
import { countFromNow } from '#tests/support/calls.ts'
import { chooseFiles, drawPicture, listTray } from '#tests/support/chosen-files.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const isFile = ({ path }: SeenRequest) => path.startsWith('/api/attachments/')

describe('pictures where data is dear or the line is weak', () => {
  journey('come when they are tapped, at the size of their place, and stay on the phone', async (hotel) => {
    const chatId = await sendPicture(hotel)
    const desk = await hotel.openDesk({ viewport: PHONE })
    await saveData(desk)
    const agent = await desk.openTab()
    await agent.signIn('maria')
    const countFiles = countFromNow(hotel.line, isFile)
    await agent.chooseChat(chatId)
    const offer = agent.thread.getByRole('button', { name: /^Show picture \(\d+ (kB|bytes)\)/ })
    await offer.waitFor()
    const { width, height } = (await offer.boundingBox()) ?? {}
    expect(countFiles()).toBe(0)

    await offer.click()
    const picture = agent.thread.getByRole('button', { name: /large$/ })
    await picture.getByRole('img').waitFor()
    expect(await picture.boundingBox()).toMatchObject({ width, height })
    expect(countFiles()).toBe(1)
    await readWithoutLine(hotel, agent, chatId)
    expect(countFiles()).toBe(1)
  })
})

/** A colleague on a good line sent it. Its chat's address. */
async function sendPicture(hotel: Hotel): Promise<string> {
  const agent = await (await hotel.openDesk()).openTab()
  await agent.signIn('agent')
  const guest = await takeNextChat(hotel, agent)
  const buffer = await drawPicture(agent, 600, 400)
  await chooseFiles(agent, [{ name: 'the way.png', mimeType: 'image/png', buffer }])
  await waitFor('the picture to be in the draft', async () => (await listTray(agent)).length === 1)
  await agent.composer.press('Enter')
  await waitFor('the picture to have arrived', async () =>
    (await guest.read()).some(({ attachments }) => attachments.length > 0),
  )
  // On a good line it is shown by itself.
  const arrived = agent.thread.getByRole('button', { name: 'Show the way.png large', exact: true })
  await arrived.getByRole('img').waitFor()
  await agent.page.close()
  return guest.chatId
}

/** What a person has set in the phone's browser. */
async function saveData({ context }: Desk): Promise<void> {
  await context.addInitScript(() => {
    const connection: unknown = Reflect.get(navigator, 'connection')
    if (typeof connection === 'object' && connection !== null)
      Object.defineProperty(connection, 'saveData', { get: () => true })
  })
}

/** What was seen once is shown at once. */
async function readWithoutLine(hotel: Hotel, agent: ConsolePage, chatId: string): Promise<void> {
  await hotel.keepConsoles()
  await hotel.goOffline()
  await agent.openChat(chatId)
  await agent.thread.getByRole('img', { name: 'the way.png' }).waitFor()
}
