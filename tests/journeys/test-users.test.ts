import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { keepPicture } from '#tests/support/pictures.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const isTestUserCall =
  (method: string) =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith('/api/test-users/')

const rowOf = ({ page }: ConsolePage, name: string) => page.getByRole('row', { name, exact: true })
const picker = ({ page }: ConsolePage) => page.getByRole('combobox', { name: 'Chat' })
const choices = ({ page }: ConsolePage) => page.getByRole('listbox', { name: 'Chats' }).getByRole('option')
const choice = (desk: ConsolePage, name: string) => choices(desk).filter({ hasText: name })
const addButton = (desk: ConsolePage) => desk.button('Add test user')

describe('test users (specification section 2)', () => {
  journeyAlone(
    'existing chats are found by name, added, refused, removed and taken back, one and many, offline and on a phone',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      const [ana, bo, cem] = [
        await hotel.openGuestInNeed('Ana Testova'),
        await hotel.openGuestInNeed('Bo Testova'),
        await hotel.openGuestInNeed('Cem Testova'),
      ]
      await admin.signIn('admin')
      await admin.chatLink(cem.chatId).first().waitFor()
      await admin.open('/config/test-users')
      await admin.page.getByRole('row').nth(1).waitFor()

      await addByName(hotel, admin, ana)
      await addByKeyboard(admin, bo)
      await hearRefusal(hotel, admin, cem)
      await removeAndUndo(hotel, admin)
      await removeMany(admin)
      await chooseOffline(hotel, admin)
      await turnIntoPhone(admin)
      await workOnPhone(admin)
    },
  )
})

/** Nothing is added before a chat is chosen; one that is added is marked from then on. */
async function addByName(hotel: Hotel, admin: ConsolePage, ana: Guest): Promise<void> {
  expect(await addButton(admin).isDisabled()).toBe(true)
  await picker(admin).fill('testova')
  await waitFor('all of that name', async () => (await choices(admin).count()) === 3)
  await keepPicture(admin, 'test-users-desktop')
  await choice(admin, 'Ana Testova').click()
  expect(await picker(admin).inputValue()).toBe('Ana Testova')
  const countPuts = countFromNow(
    hotel.line,
    ({ method, path }) => method === 'PUT' && path.endsWith(ana.chatId),
  )
  await addButton(admin).click()
  await rowOf(admin, 'Ana Testova').waitFor()
  expect(countPuts()).toBe(1)
  await admin.page.getByText("Added 'Ana Testova'.", { exact: true }).waitFor()
  expect(await picker(admin).inputValue()).toBe('')

  // As fast as keys can come: what was found before the last letters is not what is chosen.
  await picker(admin).click()
  await waitFor('all that may be chosen', async () => (await choices(admin).count()) > 3)
  await Promise.all([
    admin.page.keyboard.insertText('ana test'),
    picker(admin).press('ArrowDown'),
    picker(admin).press('Enter'),
  ])
  expect(await picker(admin).inputValue()).toBe('ana test')
  await choice(admin, 'Ana Testova').getByText('A test user already').waitFor()
  expect(await choice(admin, 'Ana Testova').isDisabled()).toBe(true)
  await picker(admin).press('ArrowDown')
  await picker(admin).press('Enter')
  expect(await addButton(admin).isDisabled()).toBe(true)
  await picker(admin).fill('nobody has this name')
  await admin.page.getByText('No chat on this device has this name.').waitFor()
  // What is typed and not chosen is no chat.
  expect(await addButton(admin).isDisabled()).toBe(true)
}

async function addByKeyboard(admin: ConsolePage, bo: Guest): Promise<void> {
  await picker(admin).fill(bo.name)
  await waitFor('the one of that name', async () => (await choices(admin).count()) === 1)
  await picker(admin).press('ArrowDown')
  await picker(admin).press('Enter')
  expect(await picker(admin).inputValue()).toBe('Bo Testova')
  await picker(admin).press('Enter')
  await rowOf(admin, 'Bo Testova').waitFor()
}

/** The specification has this failure swallowed: here it is said, under the form, and the choice stays. */
async function hearRefusal(hotel: Hotel, admin: ConsolePage, cem: Guest): Promise<void> {
  const body = JSON.stringify({ message: 'This chat is closed.', code: 'conflict' })
  hotel.line.answerOnce(isTestUserCall('PUT'), 409, body)
  await picker(admin).fill(cem.name)
  await waitFor('the one of that name', async () => (await choices(admin).count()) === 1)
  await choice(admin, 'Cem Testova').click()
  await addButton(admin).click()
  await admin.page.getByRole('alert').getByText('This chat is closed.').waitFor()
  expect(await picker(admin).inputValue()).toBe('Cem Testova')
  expect(await rowOf(admin, 'Cem Testova').count()).toBe(0)
  await addButton(admin).click()
  await rowOf(admin, 'Cem Testova').waitFor()
}

async function removeAndUndo(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const countCalls = countFromNow(hotel.line, isTestUserCall('DELETE'))
  await admin.button('Delete Cem Testova').click()
  await admin.button('Undo: delete Cem Testova').click()
  await rowOf(admin, 'Cem Testova').waitFor()
  await admin.button('Delete Cem Testova').click()
  await waitFor('the removal', () => countCalls() === 1)
  await admin.button('Undo: delete Cem Testova').waitFor({ state: 'detached' })
  expect(await rowOf(admin, 'Cem Testova').count()).toBe(0)
}

async function removeMany(admin: ConsolePage): Promise<void> {
  for (const name of ['Ana Testova', 'Bo Testova']) {
    await admin.page.getByLabel(`Choose ${name}`, { exact: true }).check()
  }
  await admin.button('Delete test users (2)').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete 2 test users' }).click()
  await admin.page.getByText('2 test users deleted.').first().waitFor()
  expect(await rowOf(admin, 'Ana Testova').count()).toBe(0)
  await admin.button('Close').click()
}

/** Without a line everything is read from this device: the list and the chats. */
async function chooseOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await hotel.goOffline()
  await admin.page.reload()
  await admin.page.getByText('You are offline', { exact: false }).first().waitFor()
  await admin.page.getByRole('row').nth(1).waitFor()
  await picker(admin).fill('cem')
  await waitFor('the one of that name', async () => (await choices(admin).count()) === 1)
  await choice(admin, 'Cem Testova').click()
  expect(await picker(admin).inputValue()).toBe('Cem Testova')
  expect(await addButton(admin).isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('adding to be open again', async () => !(await addButton(admin).isDisabled()))
  await addButton(admin).click()
  await rowOf(admin, 'Cem Testova').waitFor()
}

async function workOnPhone(admin: ConsolePage): Promise<void> {
  await admin.button('Add a test user').click()
  await picker(admin).fill('testova')
  await choice(admin, 'Bo Testova').waitFor()
  await keepPicture(admin, 'test-users-phone')
  const width = await admin.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBe(admin.page.viewportSize()?.width)
  expect(await findSeriousFaultsInBothThemes(admin.page)).toEqual([])
  await choice(admin, 'Bo Testova').click()
  await addButton(admin).click()
  await rowOf(admin, 'Bo Testova').waitFor()
}
