import type { JSHandle } from 'playwright-core'
import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { openPalette, press, waitForFocus } from '#tests/support/keyboard.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const ANSWERED = /^One\. The airport shuttle leaves/

describe('keys at the console', () => {
  journey(
    'take back step by step; mean the same on every layout; an Enter that ends a word does nothing; a message is said once',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await takeBackAnswer(hotel, agent)
      await takeBackLines(hotel, agent)
      await useOtherLayouts(hotel, agent)
      await endWords(hotel, agent)
      await sendWhileComposing(hotel, agent)
      await hearOnce(hotel, agent)
    },
  )
})

/** What the message box has after a press. */
async function after(agent: ConsolePage, key: string): Promise<string> {
  await agent.composer.press(key)
  return agent.composer.inputValue()
}

/** The inserted answer first, then what was typed; the kept draft follows. */
async function takeBackAnswer(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.button('Saved answers').waitFor()
  await agent.composer.pressSequentially('One. /shut')
  await agent.page.getByRole('option').first().waitFor()
  expect(await after(agent, 'Enter')).toMatch(ANSWERED)
  expect(await after(agent, 'Control+z')).toBe('One. /shut')
  expect(await after(agent, 'Control+Shift+z')).toMatch(ANSWERED)
  await after(agent, 'Control+z')
  expect(await after(agent, 'Control+z')).toBe('One. ')
  await agent.page.getByText('Draft saved').waitFor()

  await agent.page.reload()
  await agent.waitForDraft('One. ')
  // What was kept is where it begins.
  expect(await after(agent, 'Control+z')).toBe('One. ')
  await agent.page
    .getByRole('region', { name: 'SUGGESTED RESPONSES' })
    .getByRole('button', { name: /Shuttle/ })
    .click()
  expect(await agent.composer.inputValue()).toMatch(ANSWERED)
  expect(await after(agent, 'Control+z')).toBe('One. ')
  expect(await after(agent, 'Control+y')).toMatch(ANSWERED)
  await agent.composer.press('Enter')
  await waitFor('the answer to arrive', async () => (await guest.readStaffTexts()).length === 1)
}

/** New lines are steps, letters are not; nothing that was sent comes back. */
async function takeBackLines(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.composer.pressSequentially('one two')
  await agent.composer.press('Control+Enter')
  await agent.composer.pressSequentially('three')
  await agent.composer.press('Control+Enter')
  expect(await agent.composer.inputValue()).toBe('one two\nthree\n')
  const texts = []
  for (let step = 0; step < 4; step += 1) texts.push(await after(agent, 'Control+z'))
  expect(texts).toEqual(['one two\nthree', 'one two\n', 'one two', 'one '])
  expect(await after(agent, 'Control+y')).toBe('one two')
  expect(await after(agent, 'Enter')).toBe('')
  await guest.waitForStaffTexts(['one two'])
  expect(await after(agent, 'Control+z')).toBe('')
}

/** Presses a key as another layout reports it, at what has the focus. */
const pressAs = (agent: ConsolePage, key: string, code: string, ctrlKey = false) =>
  agent.page.evaluate(
    (fields) => {
      const event = new KeyboardEvent('keydown', { ...fields, bubbles: true, cancelable: true })
      const target = document.activeElement ?? document.body
      target.dispatchEvent(event)
    },
    { key, code, ctrlKey },
  )

/** Russian t, r and e, Greek Ctrl+K, Hebrew j; and r with Caps Lock. */
async function useOtherLayouts(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const older = await hotel.openGuestInNeed()
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  await agent.button('Take over').waitFor()
  await pressAs(agent, 'е', 'KeyT')
  await waitForFocus(agent.composer)
  for (const key of ['к', 'R']) {
    await press(agent, 'Escape')
    await pressAs(agent, key, 'KeyR')
    await waitForFocus(agent.composer)
  }
  await press(agent, 'Escape')
  await pressAs(agent, 'у', 'KeyE')
  const staff = await hotel.signInStaff('maria')
  await waitFor('the chat to be resolved', async () => !(await staff.readChat(guest.chatId)).needsHelp)

  const palette = agent.page.getByRole('dialog', { name: 'Go to a chat or screen' })
  await pressAs(agent, 'κ', 'KeyK', true)
  await palette.waitFor()
  await press(agent, 'Escape')
  await palette.waitFor({ state: 'detached' })
  await agent.chatLink(guest.chatId).focus()
  await pressAs(agent, 'ח', 'KeyJ')
  await waitFor('j to move', () =>
    agent.chatLink(guest.chatId).evaluate((link) => link !== document.activeElement),
  )
  expect(older.chatId).not.toBe(guest.chatId)
}

/** As Safari and input methods report an Enter that ends a word. */
async function endWords(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const ending = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: false }
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  await agent.composer.fill('にほん')
  await agent.composer.dispatchEvent('keydown', ending)
  expect([await agent.composer.inputValue(), countSends()]).toEqual(['にほん', 0])
  const palette = await openPalette(agent)
  await agent.page.keyboard.type('unsent')
  await palette.getByRole('option', { name: /^Unsent/ }).waitFor()
  await palette.getByRole('combobox').dispatchEvent('keydown', ending)
  expect(await palette.isVisible()).toBe(true)
  await press(agent, 'Escape')
  await palette.waitFor({ state: 'detached' })
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['にほん'])
}

/** As an input method writes: Send takes the word that is being composed, once, and nothing of it stays. */
async function sendWhileComposing(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const session = await agent.page.context().newCDPSession(agent.page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await agent.composer.pressSequentially('Yes, ')
  for (const text of ['に', 'にほ', 'にほん']) await compose(text)
  expect(await agent.composer.inputValue()).toBe('Yes, にほん')
  await agent.button('Send').click()
  await guest.waitForStaffTexts(['Yes, にほん'])
  expect([await agent.composer.inputValue(), countSends()]).toEqual(['', 1])
  await agent.composer.press('Enter')
  await agent.write('after it')
  await guest.waitForStaffTexts(['Yes, にほん', 'after it'])
  expect(countSends()).toBe(2)
  await session.detach()
}

/** A guest's words, once; nothing of one's own, neither as it waits nor as it is sent. */
async function hearOnce(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const heard = await listen(agent)
  await hotel.goOffline()
  await agent.write('mine alone')
  await agent.waitForMessage('mine alone')
  await hotel.goOnline()
  await agent.waitForMessage('mine alone', 'Sent')
  await guest.say('Is it far?')
  await agent.waitForMessage('Is it far?')
  await waitFor('it to be said', async () => (await heard.jsonValue()).length > 0)
  expect(await heard.jsonValue()).toEqual([`${guest.name}: Is it far?`])
  expect(await agent.thread.getAttribute('aria-live')).toBe('off')
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]'
  expect(await agent.thread.locator(live).count()).toBe(0)
}

/** Whatever is read out of the open chat from now on. */
async function listen(agent: ConsolePage): Promise<JSHandle<string[]>> {
  const region = agent.page.locator('[role="status"][aria-label="New messages"][aria-busy="false"]')
  await region.waitFor({ state: 'attached' })
  return region.evaluateHandle((element) => {
    const said: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        said.push(...[...addedNodes].map((node) => node.textContent ?? ''))
    }).observe(element, { childList: true, subtree: true })
    return said
  })
}
