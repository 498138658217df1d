import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('what a colleague does', () => {
  journey(
    'is seen at once in the open chat; Resolve and return to bot is one tap; a chat is passed on; on a phone all actions fit',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await loseAndTakeBack(hotel, agent)
      await resolveAndReturn(hotel, agent)
      if (hotel.kind === 'plain') return findNobodyToPassTo(hotel, agent)
      const maria = await (await hotel.openDesk()).openTab()
      await maria.signIn('maria')
      await passToMaria(hotel, agent, maria)
      await fitOnPhone(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** Taken, returned and resolved by Maria; what was half-written stays readable. */
async function loseAndTakeBack(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  const maria = await hotel.signInStaff('maria')
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.composer.fill('half a sentence')
  await agent.page.getByText('Draft saved').first().waitFor()
  // Who takes it last has it: Maria's is to be the later one at the hotel, too.
  await agent.waitUntilUnsent(0)

  await maria.takeOver(guest.chatId)
  await about(agent)
    .getByText(/^Maria Santos took this chat at \d\d:\d\d [AP]M$/)
    .waitFor()
  await agent.composer.waitFor({ state: 'hidden' })
  await agent.page.getByText('Maria Santos has this chat.').waitFor()
  await agent.page
    .getByRole('region', { name: guest.name })
    .getByText('half a sentence', { exact: true })
    .waitFor()
  await about(agent).getByRole('button', { name: 'Dismiss' }).click()
  await about(agent).getByText('Maria Santos took this chat').waitFor({ state: 'hidden' })

  await maria.resolve(guest.chatId)
  await about(agent)
    .getByText(/^Maria Santos resolved it at /)
    .waitFor()
  await maria.returnToBot(guest.chatId)
  await about(agent)
    .getByText(/^Maria Santos returned this chat to the bot at /)
    .waitFor()
  // The next action answers it, and is no collision itself.
  await agent.takeOver()
  await waitFor('the notice to be gone', async () => (await about(agent).innerText()).trim() === '')
  await agent.waitForDraft('half a sentence')
}

/** It is one tap, beside Chat resolved, and there only where both make sense. */
async function resolveAndReturn(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  const staff = await hotel.signInStaff('maria')
  await agent.chooseChat(guest.chatId)
  await agent.button('Chat resolved').waitFor()
  expect(await agent.button('Resolve and return to bot').count()).toBe(0)
  await agent.takeOver()
  await agent.button('Resolve and return to bot').click()
  await agent.composer.waitFor({ state: 'hidden' })
  await waitFor('the hotel to have both', async () => {
    const chat = await staff.readChat(guest.chatId)
    return !chat.needsHelp && chat.user === null && chat.pausedAt === null
  })
  await agent.waitUntilUnsent(0)
  expect(await agent.button('Chat resolved').count()).toBe(0)
  expect((await about(agent).innerText()).trim()).toBe('')
}

/** All of it fits on a phone, the rarer actions in a menu that keys can use. */
async function fitOnPhone(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Maximiliane von und zu Hohenlohe-Waldenburg')
  await agent.chooseChat(guest.chatId)
  await turnIntoPhone(agent)
  await agent.takeOver()
  for (const name of ['Chat resolved', 'Resolve and return to bot', 'More actions']) {
    const box = await agent.button(name).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.width, name).toBe(true)
  }
  expect(await agent.button('Return to bot').isVisible()).toBe(false)

  const more = agent.button('More actions')
  await more.focus()
  await agent.page.keyboard.press('ArrowDown')
  await expectFocus(agent, 'Return to bot')
  await agent.page.keyboard.press('ArrowDown')
  await expectFocus(agent, 'Pass to…')
  await agent.page.keyboard.press('ArrowDown')
  await expectFocus(agent, 'Return to bot')
  await agent.page.keyboard.press('Escape')
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
  await more.click()
  await agent.page.getByRole('menuitem', { name: 'Return to bot' }).click()
  await agent.composer.waitFor({ state: 'hidden' })
}

/** The colleague has it at once, on both screens. */
async function passToMaria(hotel: Hotel, agent: ConsolePage, maria: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  await agent.chooseChat(guest.chatId)
  await maria.chooseChat(guest.chatId)
  await agent.takeOver()
  await about(maria)
    .getByText(/^Alex Kim took this chat at /)
    .waitFor()

  await agent.button('More actions').click()
  await agent.page.getByRole('menuitem', { name: 'Pass to…' }).click()
  const dialog = agent.page.getByRole('dialog', { name: 'Pass to…' })
  await dialog.getByRole('searchbox', { name: 'Search colleague' }).fill('sant')
  const santos = dialog.getByRole('button', { name: 'Maria Santos Agent online' })
  await santos.waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await santos.click()
  await agent.page.getByText('Maria Santos has this chat.').waitFor()
  await about(maria)
    .getByText(/^You have this chat since /)
    .waitFor()
  await maria.write('Maria here')
  await guest.waitForStaffTexts(['Maria here'])
  await agent.waitUntilUnsent(0)
}

/** Passing is not offered by an environment that can not. */
async function findNobodyToPassTo(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.button('Chat resolved').click()
  await agent.button('Chat resolved').waitFor({ state: 'hidden' })
  await agent.button('Return to bot').waitFor()
  expect(await agent.button('Pass to…').count()).toBe(0)
  expect(hotel.line.seen.filter(({ path }) => path.startsWith('/api/staff'))).toEqual([])
}

/** What the open chat's header tells. */
function about(agent: ConsolePage): Locator {
  return agent.page.getByRole('status', { name: 'About this chat' })
}

async function expectFocus(agent: ConsolePage, name: string): Promise<void> {
  const item = agent.page.getByRole('menuitem', { name })
  await waitFor(`'${name}' to have the focus`, () =>
    item.evaluate((element) => element === document.activeElement),
  )
}
