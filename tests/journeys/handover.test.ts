import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journeyAlone } from '#tests/support/journey.ts'
import { hasFocus, press, tabTo } from '#tests/support/keyboard.ts'
import type { Staff } from '#tests/support/staff.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

// The demonstration's operator has no chat to begin with.
describe('handing over before a sign-out, on a shared phone (D8)', () => {
  journeyAlone(
    'one chat is returned, one passed on, one taken meanwhile, a draft is kept; all at once; leaving with chats held',
    async (hotel) => {
      const agent = await (await hotel.openDesk({ viewport: PHONE })).openTab()
      const maria = await hotel.signInStaff('maria')
      await agent.signIn('operator')
      await handOverEach(hotel, agent, maria)
      await goBack(agent)
      await returnAllAtOnce(hotel, agent, maria)
    },
  )

  journeyAlone(
    'without a line a return waits as unsent, is kept, and goes out at the next sign-in',
    async (hotel) => {
      const agent = await (await hotel.openDesk({ viewport: PHONE })).openTab()
      const maria = await hotel.signInStaff('maria')
      await agent.signIn('operator')
      const ana = await takeNextChat(hotel, agent, 'Ana Ruiz')
      await goBack(agent)
      await hotel.goOffline()

      await agent.chooseSignOut()
      const dialog = agent.signOutDialog
      await dialog.getByText('There is no connection: a chat that you return', { exact: false }).waitFor()
      if (hotel.kind === 'plain') {
        expect(await dialog.getByRole('button', { name: /^Pass to/ }).count()).toBe(0)
      }
      await dialog.getByRole('button', { name: 'Return to bot: Ana Ruiz' }).click()
      await row(dialog, 'Ana Ruiz').getByText('Waiting to return to bot').waitFor()
      await dialog.getByText('One thing is not sent yet.', { exact: false }).waitFor()
      expect(await dialog.getByRole('button', { name: 'Send now, then sign out' }).isDisabled()).toBe(true)
      await dialog.getByRole('button', { name: 'Keep for my next sign-in' }).click()
      await agent.button('LOGIN').waitFor()
      expect((await maria.readChat(ana.chatId)).user?.name).toBe('Oskar Lind')

      await hotel.goOnline()
      await agent.enterCredentials('operator')
      await waitFor('the chat to be with the bot', async () => {
        const chat = await maria.readChat(ana.chatId)
        return chat.user === null && chat.pausedAt === null
      })
      await agent.waitUntilUnsent(0)
    },
    BOTH_KINDS,
  )
})

async function handOverEach(hotel: Hotel, agent: ConsolePage, maria: Staff): Promise<void> {
  const ana = await takeNextChat(hotel, agent, 'Ana Ruiz')
  await goBack(agent)
  const ben = await takeNextChat(hotel, agent, 'Ben Okafor')
  await agent.composer.fill('half a thought')
  await agent.page.getByText('Draft saved').first().waitFor()
  await goBack(agent)
  const carla = await takeNextChat(hotel, agent, 'Carla Neri')
  await goBack(agent)
  await agent.waitUntilUnsent(0)

  await agent.chooseSignOut()
  const dialog = agent.signOutDialog
  await dialog.getByText('3 chats are yours.', { exact: false }).waitFor()
  expect(await dialog.getByRole('list', { name: 'Still with you' }).getByRole('region').count()).toBe(3)
  expect(await dialog.getByRole('button', { name: 'Sign out', exact: true }).count()).toBe(0)
  await fitOnPhone(dialog)

  // By keys: the row goes, and the focus stays in the question.
  const giveBack = dialog.getByRole('button', { name: 'Return to bot: Ana Ruiz' })
  await tabTo(agent, giveBack)
  await press(agent, 'Enter')
  await told(dialog, 'Ana Ruiz: the bot has this chat now.')
  await row(dialog, 'Ana Ruiz').waitFor({ state: 'detached' })
  await waitFor('the focus to be in the question', () =>
    dialog.evaluate((box) => box.contains(document.activeElement)),
  )

  const pass = dialog.getByRole('button', { name: 'Pass to…: Ben Okafor' })
  await pass.click()
  const colleagues = agent.page.getByRole('dialog', { name: 'Pass to…' })
  await waitFor('the search to have the focus', () =>
    hasFocus(colleagues.getByRole('searchbox', { name: 'Search colleague' })),
  )
  await colleagues.getByRole('searchbox', { name: 'Search colleague' }).fill('sant')
  await colleagues.getByRole('button', { name: /^Maria Santos/ }).click()
  await told(dialog, 'Ben Okafor: Maria Santos has this chat now.')
  // What was half-written in it is still this person's.
  await row(dialog, 'Ben Okafor').getByText('half a thought').waitFor()
  expect(await pass.count()).toBe(0)

  await maria.takeOver(carla.chatId)
  await told(dialog, 'Carla Neri: Maria Santos has this chat now.')
  await row(dialog, 'Carla Neri').waitFor({ state: 'detached' })
  await dialog.getByText('No chat stays with you.').waitFor()
  await dialog.getByText('will be here at your next sign-in', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await agent.button('LOGIN').waitFor()
  expect((await maria.readChat(ana.chatId)).user).toBeNull()
  expect((await maria.readChat(ben.chatId)).user?.name).toBe('Maria Santos')

  await agent.enterCredentials('operator')
  await agent.waitUntilLive()
  await agent.chooseChat(ben.chatId)
  await agent.page.getByText('half a thought', { exact: true }).first().waitFor()
}

/** Leaving with chats held is said in so many words. */
async function returnAllAtOnce(hotel: Hotel, agent: ConsolePage, maria: Staff): Promise<void> {
  const guests = [await takeNextChat(hotel, agent, 'Ana Ruiz')]
  await goBack(agent)
  await agent.signOut()
  expect((await maria.readChat(guests[0]?.chatId ?? '')).user?.name).toBe('Oskar Lind')

  await agent.enterCredentials('operator')
  await agent.waitUntilLive()
  guests.push(await takeNextChat(hotel, agent, 'Ben Okafor'))
  await goBack(agent)
  await agent.chooseSignOut()
  const dialog = agent.signOutDialog
  await dialog.getByRole('button', { name: 'Return all to bot' }).click()
  await dialog.getByText('No chat stays with you.').waitFor()
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await agent.button('LOGIN').waitFor()
  for (const { chatId } of guests) expect((await maria.readChat(chatId)).user).toBeNull()
}

function row(dialog: Locator, name: string): Locator {
  return dialog.getByRole('region', { name })
}

async function told(dialog: Locator, words: string): Promise<void> {
  await dialog.getByRole('status', { name: 'Handed over' }).getByText(words, { exact: true }).waitFor()
}

/** Where a chat has the whole screen, the list and the header are behind it. */
async function goBack(agent: ConsolePage): Promise<void> {
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await agent.chats.waitFor()
}

/** Nothing hangs over the edge, and every control is large enough for a thumb. */
async function fitOnPhone(dialog: Locator): Promise<void> {
  for (const button of await dialog.getByRole('button').all()) {
    const box = await button.boundingBox()
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.width, name).toBe(true)
  }
}
