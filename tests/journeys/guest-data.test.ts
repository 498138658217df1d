import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { keepPicture } from '#tests/support/pictures.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const cardOf = ({ page }: ConsolePage) => page.getByRole('complementary', { name: 'Guest card' })
const actionsOf = (tab: ConsolePage) => cardOf(tab).getByRole('button', { name: 'Guest actions' })
const menuOf = ({ page }: ConsolePage) => page.getByRole('menu', { name: 'Guest actions' })
const itemOf = (tab: ConsolePage, name: string) => menuOf(tab).getByRole('menuitem', { name })
const questionOf = ({ page }: ConsolePage) => page.getByRole('dialog', { name: 'Delete their data?' })

describe('what staff do about a guest', () => {
  journey(
    'an operator blocks; an admin downloads and deletes, and everybody’s list loses the chat',
    async (hotel) => {
      const guest = await hotel.openGuest()
      await guest.say('where is the pool')
      const operator = await (await hotel.openDesk()).openTab()
      await operator.signIn('operator')
      await operator.chooseChat(guest.chatId)
      await blockAndUnblock(operator, guest)

      const admin = await (await hotel.openDesk()).openTab()
      await admin.signIn('admin')
      await admin.chooseChat(guest.chatId)
      await explainOffline(hotel, admin)
      await download(admin, guest)
      await lookAtMenu(admin, guest)
      await deleteData(admin, operator, guest)
    },
  )

  journey(
    'is not offered to agents, nor where the environment has no such calls',
    async (hotel) => {
      const guest = await hotel.openGuest()
      await guest.say('where is the pool')
      const tab = await (await hotel.openDesk()).openTab()
      await tab.signIn(hotel.kind === 'plain' ? 'admin' : 'agent')
      await tab.chooseChat(guest.chatId)
      await cardOf(tab).getByRole('heading', { name: guest.name }).waitFor()
      expect(await actionsOf(tab).count()).toBe(0)
    },
    BOTH_KINDS,
  )
})

/** By the keys alone. */
async function blockAndUnblock(operator: ConsolePage, guest: Guest): Promise<void> {
  await actionsOf(operator).press('Enter')
  await itemOf(operator, 'Block guest').waitFor()
  expect(await menuOf(operator).getByRole('menuitem').allInnerTexts()).toEqual(['Block guest'])
  await itemOf(operator, 'Block guest').press('Enter')
  await cardOf(operator).getByText(`${guest.name} is blocked.`).waitFor()
  await cardOf(operator).getByText('Blocked', { exact: true }).waitFor()
  await expect(guest.say('let me in')).rejects.toThrow('front desk')

  await actionsOf(operator).click()
  await itemOf(operator, 'Unblock guest').click()
  await cardOf(operator).getByText('Blocked', { exact: true }).waitFor({ state: 'detached' })
  await guest.say('thank you')
}

/** Nothing of it waits for the line (O8), and each item says so. */
async function explainOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await actionsOf(admin).click()
  await itemOf(admin, 'Block guest').waitFor()
  await hotel.goOffline()
  await menuOf(admin).getByText('You are offline.').waitFor()
  for (const name of ['Block guest', 'Download their data', 'Delete their data']) {
    const item = itemOf(admin, name)
    expect(await item.getAttribute('aria-disabled')).toBe('true')
    expect(await item.getAttribute('title')).toBe('You are offline.')
  }
  await itemOf(admin, 'Delete their data').press('Enter')
  expect(await questionOf(admin).count()).toBe(0)
  await keepPicture(admin, 'guest-menu-offline')
  await hotel.goOnline()
  await menuOf(admin).getByText('You are offline.').waitFor({ state: 'detached' })
  await admin.page.keyboard.press('Escape')
}

async function download(admin: ConsolePage, guest: Guest): Promise<void> {
  const arrival = admin.page.waitForEvent('download')
  await actionsOf(admin).click()
  await itemOf(admin, 'Download their data').click()
  const file = await arrival
  expect(file.suggestedFilename()).toMatch(/^guest-[\w-]+\.json$/)
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({ chats: [{ id: guest.chatId }] })
  expect(JSON.stringify(data)).toContain('where is the pool')
  await cardOf(admin).getByText('The file is in your downloads.').waitFor()
}

async function lookAtMenu(admin: ConsolePage, guest: Guest): Promise<void> {
  await look(admin, 'desktop')
  await turnIntoPhone(admin)
  await admin.page.goto(admin.page.url().replace(/\?.*/, '?chatFilter=all&chatType=all&panel=guest'))
  await cardOf(admin).getByRole('heading', { name: guest.name }).waitFor()
  await look(admin, 'phone')
}

/** The menu and the question that it asks, which is left with a no. */
async function look(admin: ConsolePage, size: string): Promise<void> {
  await actionsOf(admin).click()
  await itemOf(admin, 'Delete their data').waitFor()
  expect(await findSeriousFaultsInBothThemes(admin.page)).toEqual([])
  await keepPicture(admin, `guest-menu-${size}`)
  if (size === 'phone') {
    for (const target of [actionsOf(admin), itemOf(admin, 'Delete their data')]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  }
  await itemOf(admin, 'Delete their data').click()
  await questionOf(admin).waitFor()
  expect(await findSeriousFaultsInBothThemes(admin.page)).toEqual([])
  await keepPicture(admin, `guest-delete-${size}`)
  await waitFor('the focus to be at Cancel', () =>
    questionOf(admin)
      .getByRole('button', { name: 'Cancel' })
      .evaluate((button) => button === document.activeElement),
  )
  await admin.page.keyboard.press('Enter')
  await questionOf(admin).waitFor({ state: 'detached' })
}

async function deleteData(admin: ConsolePage, operator: ConsolePage, guest: Guest): Promise<void> {
  await operator.chatLink(guest.chatId).first().waitFor()
  await actionsOf(admin).click()
  await itemOf(admin, 'Delete their data').click()
  const question = questionOf(admin)
  await question.getByText(guest.name).waitFor()
  const { length: messages } = await guest.read()
  // What only staff are shown is counted as well.
  const words = await question.innerText()
  expect(Number(/they have 1 chat with (\d+) messages\./.exec(words)?.[1])).toBeGreaterThanOrEqual(messages)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await admin.page.waitForURL(({ pathname }) => pathname === '/messenger')
  for (const tab of [admin, operator]) await tab.chatLink(guest.chatId).first().waitFor({ state: 'detached' })
  await expect(guest.read()).rejects.toThrow()
}
