import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SHUTTLE = /^The airport shuttle leaves/

describe('saved answers', () => {
  journey(
    'are offered at ‘/’, have variables that block sending while they are open, and are searched beside a chat of one’s own',
    async (hotel) => {
      const known = await hotel.openGuestInNeed()
      hotel.line.rewrite(`/api/inhouse-guest-info/${known.chatId}`, () =>
        JSON.stringify({ Data: { PUB_GuestRegister: { FirstName: 'Ana', RoomNumber: '1204' } } }),
      )
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await answerByKeyboard(hotel, agent)
      await chooseByArrows(hotel, agent)
      await escapeAndSlash(hotel, agent)
      await fillInByHand(hotel, agent)
      await fillInWhatIsKnown(agent, known)
      await loseWithOpenVariable(hotel, agent)
      await searchPanel(hotel, agent)
      await foldPanel(hotel, agent)
      await offerOnPhone(hotel, agent)
    },
  )
})

/** In the place of the words, without sending. */
async function answerByKeyboard(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  // The saved answers are mirrored right after the first screen.
  await agent.button('Saved answers').waitFor()
  const options = agent.page.getByRole('listbox', { name: 'Saved answers' }).getByRole('option')
  await agent.composer.pressSequentially('Good evening! /')
  await options.first().waitFor()
  const all = await options.count()
  await agent.composer.pressSequentially('shut')
  await waitFor('fewer answers', async () => (await options.count()) < all)
  expect(await options.first().getAttribute('aria-selected')).toBe('true')
  expect(await agent.composer.getAttribute('aria-activedescendant')).toBe(
    await options.first().getAttribute('id'),
  )
  await agent.composer.press('Enter')
  await options.first().waitFor({ state: 'detached' })
  expect(await agent.composer.inputValue()).toMatch(/^Good evening! The airport shuttle leaves/)
  expect(countSends()).toBe(0)
  await agent.composer.press('Enter')
  await waitFor('the answer to have arrived', async () =>
    (await guest.readStaffTexts()).some((text) => text.startsWith('Good evening! The airport shuttle')),
  )
}

/** Tab inserts too, and a click keeps the focus in the box. */
async function chooseByArrows(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  const options = agent.page.getByRole('option')
  await agent.composer.pressSequentially('/check-out')
  await options.nth(1).waitFor()
  const second = await options.nth(1).locator('span').innerText()
  await agent.composer.press('ArrowDown')
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true')
  await agent.composer.press('Tab')
  expect((await agent.composer.inputValue()).slice(0, 12)).toBe(second.slice(0, 12))

  await agent.composer.fill('')
  await agent.button('Saved answers').click()
  expect(await agent.composer.inputValue()).toBe('/')
  await options.filter({ hasText: 'Shuttle' }).click()
  expect(await agent.composer.inputValue()).toMatch(SHUTTLE)
  expect(await agent.composer.evaluate((box) => box === document.activeElement)).toBe(true)
}

/** Escape keeps the words, and a message may begin with a slash. */
async function escapeAndSlash(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const list = agent.page.getByRole('listbox', { name: 'Saved answers' })
  await agent.composer.pressSequentially('/wi')
  await list.waitFor()
  await agent.composer.press('Escape')
  await list.waitFor({ state: 'detached' })
  await agent.composer.pressSequentially('-fi')
  expect([await agent.composer.inputValue(), await list.count()]).toEqual(['/wi-fi', 0])
  await agent.composer.press('Enter')
  await agent.write('/nothing like this')
  await agent.write('1/2 or and/or')
  await guest.waitForStaffTexts(['/wi-fi', '/nothing like this', '1/2 or and/or'])
}

/** SUGGESTED RESPONSES are searched, and one goes into the draft without overwriting it. */
async function searchPanel(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  const panel = suggested(agent)
  await agent.composer.fill('Dear guest,')
  await agent.composer.press('End')
  await panel.getByRole('searchbox', { name: 'Search responses...' }).fill('AIRPORT')
  await waitFor('one answer', async () => (await panel.getByRole('listitem').count()) === 1)
  await panel.getByRole('button', { name: /Shuttle/ }).click()
  expect(await agent.composer.inputValue()).toMatch(/^Dear guest, The airport shuttle leaves/)
  expect(await agent.composer.evaluate((box) => box === document.activeElement)).toBe(true)
  await panel.getByRole('searchbox').fill('no such words')
  await panel.getByText('No saved response has these words.').waitFor()
}

/** They are there only beside a chat of one's own, can be folded away, and stay so. */
async function foldPanel(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  const other = await hotel.openGuestInNeed()
  const panel = suggested(agent)
  await panel.getByRole('listitem').first().waitFor()
  await panel.getByRole('button', { name: 'SUGGESTED RESPONSES' }).click()
  await panel.getByRole('listitem').first().waitFor({ state: 'hidden' })
  await agent.chooseChat(other.chatId)
  await agent.button('Take over').waitFor()
  expect(await panel.count()).toBe(0)
  await agent.takeOver()
  await panel.waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(0)
}

/** The panel is for desktops; on a phone '/' offers the same. */
async function offerOnPhone(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  await turnIntoPhone(agent)
  await agent.chats.waitFor({ state: 'hidden' })
  await agent.button('Saved answers').click()
  await agent.page.getByRole('option').filter({ hasText: 'Shuttle' }).click()
  expect(await agent.composer.inputValue()).toMatch(SHUTTLE)
  expect(await suggested(agent).count()).toBe(0)
}

/** One without a value blocks sending, and says so. */
async function fillInByHand(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  await agent.button('Saved answers').waitFor()
  await agent.composer.pressSequentially('/housekeeping')
  await agent.page.getByRole('option').first().waitFor()
  await agent.composer.press('Enter')
  expect(await agent.composer.inputValue()).toBe('Housekeeping brings it to room {room} within 20 minutes.')
  const mark = agent.button('Fill in {room} before sending')
  await mark.waitFor()
  expect(await agent.button('Send').isDisabled()).toBe(true)
  // Enter does not send it: it leads to what is missing.
  await agent.composer.press('Home')
  await agent.composer.press('Enter')
  await agent.page.keyboard.type('1204')
  await mark.waitFor({ state: 'detached' })
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['Housekeeping brings it to room 1204 within 20 minutes.'])
  expect(countSends()).toBe(1)
}

/** What the mirror knows is filled in, and somebody's own braces block nothing. */
async function fillInWhatIsKnown(agent: ConsolePage, known: Guest): Promise<void> {
  await agent.chooseChat(known.chatId)
  await agent.takeOver()
  await agent.write('{sale}: 50 % off {x}')
  await known.waitForStaffTexts(['{sale}: 50 % off {x}'])
  await agent.page.getByRole('complementary', { name: 'Guest card' }).getByText('1204').waitFor()
  await agent.composer.pressSequentially('/lost')
  await agent.page.getByRole('option').first().waitFor()
  await agent.composer.press('Enter')
  expect(await agent.composer.inputValue()).toBe(
    'I have asked housekeeping to look in room 1204 at once, Ana. Could you describe it a little?',
  )
}

/** A draft with an open variable in a chat that a colleague took can't be sent from there. */
async function loseWithOpenVariable(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  const maria = await hotel.signInStaff('maria')
  await agent.composer.fill('To room {room} at once')
  await agent.page.getByText('Draft saved').first().waitFor()
  await maria.takeOver(guest.chatId)
  await agent.page.getByText('Maria Santos has this chat.').waitFor()
  await agent.page.getByText('To room {room} at once', { exact: true }).waitFor()
  await agent.page.getByText('What stands in braces has to be filled in before it is sent.').waitFor()
  expect(await agent.button('Take over and send').isDisabled()).toBe(true)

  await agent.takeOver()
  await waitFor(
    'the draft to be read',
    async () => (await agent.composer.inputValue()) === 'To room {room} at once',
  )
  await agent.button('Fill in {room} before sending').click()
  await agent.page.keyboard.type('1204')
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['To room 1204 at once'])
  expect(countSends()).toBe(1)
}

function suggested(agent: ConsolePage): Locator {
  return agent.page.getByRole('region', { name: 'SUGGESTED RESPONSES' })
}
