import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { holdDrafts } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('the composer', () => {
  journey(
    'two Enters send once; Ctrl+Enter is a new line; what is typed before the kept draft was read follows it; a draft is the same in two tabs',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await pressEnterTwice(hotel, agent)
      await writeTwoLines(hotel, agent)
      await typeBeforeDraftIsRead(hotel, agent)
      await writeInTwoTabs(hotel, desk, agent)
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
  // What was put in by a press, and is taken out again, is no draft any more.
  await agent.button('Saved answers').click()
  await agent.page.getByText('Draft saved').waitFor()
  await agent.composer.press('Backspace')
  expect(await agent.composer.inputValue()).toBe('')
  await agent.page.getByText('Draft saved').waitFor({ state: 'detached' })
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

/** What one tab has sent does not stay in the field of the other one, where it would be sent again. */
async function writeInTwoTabs(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const second = await desk.openTab()
  await second.open()
  await second.chooseChat(guest.chatId)
  // Gone before the tab has read it back.
  await agent.composer.evaluate((box) => {
    box.focus()
    document.execCommand('insertText', false, 'from the first')
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await second.composer.fill('from the second')
  const waitForField = (text: string) =>
    waitFor(
      `the first tab's field to read '${text}'`,
      async () => (await agent.composer.inputValue()) === text,
    )
  await waitForField('from the second')
  await second.composer.press('Enter')
  await waitForField('')
  await guest.waitForStaffTexts(['from the first', 'from the second'])
}
