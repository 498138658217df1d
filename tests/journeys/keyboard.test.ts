import { describe, expect } from 'vitest'
import { findSeriousFaults } from '#tests/support/axe.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { hasFocus, openPalette, press, tabTo, waitForFocus } from '#tests/support/keyboard.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('without a mouse', () => {
  journeyAlone(
    'sign in, find a chat by its row, take over, answer and resolve; the command palette; the list of keys',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await answerByKeys(hotel, agent)
      await chooseAndPress(hotel, agent)
      await useThePalette(hotel, agent)
      await agent.page.getByRole('link', { name: 'Conversations' }).click()
      await listKeys(hotel, agent)
    },
  )
})

async function answerByKeys(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  const newer = await hotel.openGuestInNeed('Bob Newer')
  await agent.open()
  await agent.page.getByLabel('Username', { exact: true }).focus()
  await agent.page.keyboard.type('agent')
  await tabTo(agent, agent.page.getByLabel('Password', { exact: true }))
  await agent.page.keyboard.type('bellhop-demo')
  await press(agent, 'Enter')
  await agent.waitUntilLive()
  await agent.page.waitForURL(`**/messenger/${newer.chatId}*`)

  // The list is one stop; within it arrows, j and k move, and Enter opens.
  await tabTo(agent, agent.chatLink(newer.chatId))
  expect(await agent.chats.locator('a[tabindex="-1"]').count()).toBeGreaterThan(0)
  // The keys load after the rows: the first press may come too early.
  await waitFor('j to move', async () => {
    await press(agent, 'j')
    return hasFocus(agent.chatLink(guest.chatId))
  })
  await press(agent, 'ArrowUp')
  await waitForFocus(agent.chatLink(newer.chatId))
  await press(agent, 'ArrowDown')
  await waitForFocus(agent.chatLink(guest.chatId))
  await press(agent, 'Enter')
  await agent.page.waitForURL(`**/messenger/${guest.chatId}*`)
  await agent.thread.getByText('I want to speak to a person, please').waitFor()
  await agent.button('Take over').waitFor()
  // As with j; what is pressed once more than it takes is a letter in the field, and taken out below.
  await waitFor('t to take over', async () => {
    if ((await agent.composer.count()) > 0) return true
    await press(agent, 't')
    return false
  })
  await waitForFocus(agent.composer)
  await press(agent, 'Escape')
  await waitFor('the field to be left', () =>
    agent.composer.evaluate((box) => box !== document.activeElement),
  )
  await press(agent, 'r')
  await waitForFocus(agent.composer)
  await press(agent, 'ControlOrMeta+a')
  // In a field every key is a letter.
  await agent.page.keyboard.type('just taken, jet set?')
  expect(await agent.composer.inputValue()).toBe('just taken, jet set?')
  await press(agent, 'Enter')
  await guest.waitForStaffTexts(['just taken, jet set?'])

  await press(agent, 'Escape')
  await press(agent, '/')
  await waitForFocus(agent.composer)
  expect(await agent.composer.inputValue()).toBe('/')
  await press(agent, 'Backspace')
  await press(agent, 'Escape')
  await press(agent, 'e')
  const staff = await hotel.signInStaff('maria')
  await waitFor('the chat to be resolved', async () => !(await staff.readChat(guest.chatId)).needsHelp)
}

/** Keys that come before the chosen chat is drawn do nothing to the one before it. */
async function chooseAndPress(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const held = await hotel.openGuestInNeed('Cy Held')
  const next = await hotel.openGuestInNeed('Di Next')
  const staff = await hotel.signInStaff('maria')
  await agent.chooseChat(held.chatId)
  expect(await pressAfterChoosing(agent, next.chatId, ['t', 'e'])).toEqual([false, false])
  await agent.page.getByRole('region', { name: 'Di Next' }).waitFor()
  expect(await staff.readChat(held.chatId)).toMatchObject({ needsHelp: true, user: null })

  await agent.chooseChat(held.chatId)
  await agent.takeOver()
  await agent.composer.fill('for Cy alone')
  await pressAfterChoosing(agent, next.chatId, ['Enter'])
  await agent.page.getByRole('region', { name: 'Di Next' }).waitFor()
  await agent.chooseChat(held.chatId)
  await agent.waitForDraft('for Cy alone')
  expect(await held.readStaffTexts()).toEqual([])
  await agent.composer.fill('')

  await agent.chooseChat(next.chatId)
  await agent.takeOver()
  await agent.chooseChat(held.chatId)
  await agent.waitForDraft('')
  await agent.composer.focus()
  for (const write of [typeAfterChoosing, typeAfterPalette]) {
    await write(agent, next.chatId, 'for Di')
    await agent.page.getByRole('region', { name: 'Di Next' }).waitFor()
    await agent.waitForDraft('for Di')
    await agent.composer.fill('')
    await agent.chooseChat(held.chatId)
    await agent.page.getByRole('region', { name: 'Cy Held' }).waitFor()
    await agent.waitForDraft('')
    await waitForFocus(agent.composer)
  }
  expect([...(await held.readStaffTexts()), ...(await next.readStaffTexts())]).toEqual([])

  // Where nobody can write before a takeover there are no words yet.
  const free = await hotel.openGuestInNeed('Ed Free')
  await typeAfterChoosing(agent, free.chatId, 'xyz')
  await agent.page.getByRole('region', { name: 'Ed Free' }).waitFor()
  await agent.takeOver()
  await waitForFocus(agent.composer)
  expect(await agent.composer.inputValue()).toBe('')
}

/** A chat is chosen by a key, and written to while the page is busy with something else: letters are there before it is drawn. */
async function typeAfterChoosing(agent: ConsolePage, chatId: string, text: string): Promise<void> {
  await agent.chatLink(chatId).evaluate((row) => {
    const choose = () => {
      const until = performance.now() + 500
      if (row instanceof HTMLElement) row.click()
      while (performance.now() < until);
    }
    window.addEventListener('keydown', choose, { capture: true, once: true })
  })
  // All of it is on its way before the page answers to the first.
  await Promise.all([agent.page.keyboard.press('F2'), agent.page.keyboard.type(text)])
}

/** As a person does it who writes on at once: between the two boxes nothing on the screen has the focus. */
async function typeAfterPalette(agent: ConsolePage, _: string, text: string): Promise<void> {
  const palette = await openPalette(agent)
  // At once: what is found for a part of the name is there before what is found for all of it.
  await palette.getByRole('combobox').fill('Di Next')
  await waitFor('the one chat of that name', async () => {
    const found = await palette.getByRole('option').allInnerTexts()
    return found.length === 1 && found[0]?.includes('Di Next')
  })
  await Promise.all([agent.page.keyboard.press('Enter'), agent.page.keyboard.type(text, { delay: 5 })])
}

/** In one task of the page: a chat is chosen by a key, and others are pressed where the focus is. Gives which of them did something. */
function pressAfterChoosing(agent: ConsolePage, chatId: string, keys: string[]): Promise<boolean[]> {
  return agent.chatLink(chatId).evaluate((row, given) => {
    if (row instanceof HTMLElement) row.click()
    return given.map((key) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return event.defaultPrevented
    })
  }, keys)
}

/** To a chat by a few letters and to a screen; Escape leaves everything as it was. */
async function useThePalette(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const ana = await hotel.openGuestInNeed('Ana Palette')
  await hotel.openGuestInNeed('Bob Palette')
  const search = agent.page.getByRole('searchbox', { name: 'Search user...' })
  await search.focus()
  const palette = await openPalette(agent)
  const field = palette.getByRole('combobox')
  await waitForFocus(field)
  await agent.page.keyboard.type('palette')
  await palette.getByRole('option', { name: /^Ana Palette/ }).waitFor()
  expect(await findSeriousFaults(agent.page)).toEqual([])
  const active = palette.getByRole('option', { selected: true })
  await active.filter({ hasText: 'Bob Palette' }).waitFor()
  await press(agent, 'ArrowDown')
  await active.filter({ hasText: 'Ana Palette' }).waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'))
  await press(agent, 'Enter')
  await palette.waitFor({ state: 'detached' })
  await agent.page.waitForURL(`**/messenger/${ana.chatId}*`)

  await openPalette(agent)
  await agent.page.keyboard.type('unsent')
  await active.filter({ hasText: 'Unsent' }).waitFor()
  await press(agent, 'Enter')
  await agent.page.waitForURL('**/unsent')

  await openPalette(agent)
  await agent.page.keyboard.type('nobody has this name')
  await palette.getByText('No chat or screen has this name.').waitFor()
  await press(agent, 'Enter')
  expect(await palette.isVisible()).toBe(true)
  // Quick fingers are ahead of what is found.
  await press(agent, 'ControlOrMeta+a')
  await agent.page.keyboard.type('palette')
  await press(agent, 'ArrowDown')
  await press(agent, 'Enter')
  await agent.page.waitForURL(`**/messenger/${ana.chatId}*`)

  await openPalette(agent)
  await press(agent, 'Escape')
  await palette.waitFor({ state: 'detached' })
  expect(new URL(agent.page.url()).pathname).toBe(`/messenger/${ana.chatId}`)
}

/** It opens by ?, says them, can switch single keys off, and gives the focus back. */
async function listKeys(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  const keys = agent.page.getByRole('dialog', { name: 'Keyboard' })
  await waitFor('? to open the list', async () => {
    await press(agent, '?')
    return keys.isVisible()
  })
  await keys.getByText('Next chat').waitFor()
  expect(await findSeriousFaults(agent.page)).toEqual([])
  // Over a dialog no key does anything.
  await press(agent, 't')
  expect(await agent.composer.count()).toBe(0)
  await keys.getByRole('checkbox').uncheck()
  await press(agent, 'Escape')
  await keys.waitFor({ state: 'detached' })
  await press(agent, 't')
  await press(agent, '?')
  expect(await keys.count()).toBe(0)
  expect(await agent.composer.count()).toBe(0)

  await agent.page.reload()
  await agent.waitUntilLive()
  await agent.button('Take over').waitFor()
  const palette = await openPalette(agent)
  await agent.page.keyboard.type('keyb')
  await palette.getByRole('option', { name: /^Keyboard/ }).waitFor()
  await press(agent, 'Enter')
  await keys.getByRole('checkbox').check()
  // Asked for again before it could say that it closed.
  await keys.evaluate((dialog: HTMLDialogElement) => {
    dialog.close()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
  })
  await keys.waitFor()
  await press(agent, 'Escape')
  await keys.waitFor({ state: 'detached' })
  await press(agent, '?')
  await keys.waitFor()
}
