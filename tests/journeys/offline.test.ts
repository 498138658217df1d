import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'

describe('the Wi-Fi dies', () => {
  journey(
    'reload, read, answer in two chats, close the tab: everything arrives once and in order; drafts survive too',
    async (hotel) => {
      const again = await answerWithoutLine(hotel, await hotel.openDesk())
      await keepDrafts(hotel, again)
    },
    BOTH_KINDS,
  )
})

/** Reload, read, answer in two chats, close the tab. */
async function answerWithoutLine(hotel: Hotel, desk: Desk): Promise<ConsolePage> {
  const agent = await desk.openTab()
  const ana = await hotel.openGuestInNeed('Ana Ruiz')
  const ben = await hotel.openGuestInNeed('Ben Okafor')
  await agent.signIn('agent')
  await ana.say('The air conditioning is loud')
  await ben.say('Is late checkout possible?')
  for (const guest of [ana, ben]) {
    await agent.chooseChat(guest.chatId)
    await agent.thread
      .getByText((await guest.read()).at(-1)?.text ?? guest.name)
      .first()
      .waitFor()
  }
  await hotel.keepConsoles()

  await hotel.goOffline()
  await agent.open()
  await agent.waitUntilRowsVisible()
  await agent.chooseChat(ana.chatId)
  await agent.thread.getByText('The air conditioning is loud').waitFor()
  await agent.takeOver()
  await agent.write('Ana, one')
  await agent.write('Ana, two')
  await agent.chooseChat(ben.chatId)
  await agent.thread.getByText('Is late checkout possible?').waitFor()
  await agent.takeOver()
  await agent.write('Ben, one')
  await agent.waitForMessage('Ben, one', 'Waiting to send')
  await agent.page.close()

  const again = await desk.openTab()
  await again.open()
  await again.waitUntilRowsVisible()
  await again.waitUntilUnsent(5)
  await again.chooseChat(ana.chatId)
  await again.waitForMessage('Ana, one', 'Waiting to send')
  await again.waitForMessage('Ana, two', 'Waiting to send')
  expect(await ana.readStaffTexts()).toEqual([])

  await hotel.goOnline()
  await ana.waitForStaffTexts(['Ana, one', 'Ana, two'])
  await ben.waitForStaffTexts(['Ben, one'])
  await again.waitForMessage('Ana, two', 'Sent')
  expect(await again.countDrawn('Ana, one')).toBe(1)
  await again.waitUntilUnsent(0)
  return again
}

/** It survives a reload without network, each chat its own. */
async function keepDrafts(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const ana = await hotel.openGuestInNeed('Cleo Ruiz')
  const ben = await hotel.openGuestInNeed('Dan Okafor')
  for (const guest of [ana, ben]) {
    await agent.chooseChat(guest.chatId)
    await agent.takeOver()
    await agent.composer.fill(`half a sentence to ${guest.name}`)
  }
  await agent.chooseChat(ana.chatId)
  await hotel.goOffline()
  await agent.open()
  await agent.waitUntilRowsVisible()
  for (const guest of [ana, ben]) {
    await agent.chooseChat(guest.chatId)
    await agent.waitForDraft(`half a sentence to ${guest.name}`)
  }
  expect(await ana.readStaffTexts()).toEqual([])
}
