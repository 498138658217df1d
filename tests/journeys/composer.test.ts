import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { holdDrafts } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('the composer', () => {
  journey(
    'two Enters send once; Ctrl+Enter is a new line; what is typed before the kept draft was read follows it',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await pressEnterTwice(hotel, agent)
      await writeTwoLines(hotel, agent)
      await typeBeforeDraftIsRead(hotel, agent)
    },
  )
})

/** It goes out once. */
async function pressEnterTwice(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  await agent.composer.fill('once')
  await agent.composer.evaluate((box) => {
    const press = () =>
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    press()
    press()
  })
  await agent.write('afterwards')
  await guest.waitForStaffTexts(['once', 'afterwards'])
  expect(countSends()).toBe(2)
}

/** Ctrl+Enter is a new line, and Enter while composing belongs to the input method. */
async function writeTwoLines(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.composer.pressSequentially('first line')
  await agent.composer.press('Control+Enter')
  await agent.composer.pressSequentially('second line')
  await agent.composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
  expect(await agent.composer.inputValue()).toBe('first line\nsecond line')
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['first line\nsecond line'])
}

/** What is typed before the kept draft was read follows it. */
async function typeBeforeDraftIsRead(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const other = await hotel.openGuestInNeed()
  await agent.composer.fill('kept, ')
  await agent.page.getByText('Draft saved').waitFor()
  await agent.chooseChat(other.chatId)
  const release = await holdDrafts(agent.page)
  await agent.chooseChat(guest.chatId)
  await agent.composer.pressSequentially('typed at once')
  expect(await agent.composer.inputValue()).toBe('typed at once')
  await release()
  await waitFor(
    'the draft to be whole',
    async () => (await agent.composer.inputValue()) === 'kept, typed at once',
  )
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['kept, typed at once'])
}
