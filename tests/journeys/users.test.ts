import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import { fillSignIns } from '#tests/support/fill-sign-ins.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { keepPicture } from '#tests/support/pictures.ts'
import { signInStaff } from '#tests/support/staff.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PASSWORD = 'a long password'
const COMMON_PASSWORD = 'password123'
const COMMON_REFUSAL = 'The password is one of those that are guessed first.'
const isUserCall =
  (method: string) =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith('/api/admin/users')

const field = ({ page }: ConsolePage, name: string) => page.getByLabel(name, { exact: true })
const rowOf = ({ page }: ConsolePage, name: string) => page.getByRole('row', { name, exact: true })
const addForm = ({ page }: ConsolePage) => page.getByRole('form', { name: 'Add user' })
const addField = (desk: ConsolePage, name: string) => addForm(desk).getByLabel(name, { exact: true })
const addButton = (desk: ConsolePage) => addForm(desk).getByRole('button', { name: 'Add user' })

describe('users (specification section 2)', () => {
  journeyAlone(
    'an admin adds, edits, refuses, deletes and takes back, one and many, offline and on a phone',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      await openUsers(hotel, admin)
      await addByPassword(hotel, admin)
      await addByFacebook(hotel, admin)
      await editInPlace(hotel, admin)
      await fillAsBrowserDoes(hotel, admin)
      await editSignIn(hotel, admin)
      await protectLastAdmin(admin)
      await deleteAndUndo(hotel, admin)
      await deleteMany(hotel, admin)
      await readOffline(hotel, admin)
      await turnIntoPhone(admin)
      await workOnPhone(admin)
    },
  )
})

/** The list says 'Loading...' until it is there. */
async function openUsers(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const arrival = hotel.line.holdNext(isUserCall('GET'))
  await admin.signInAt('/config/users', 'admin')
  const held = await arrival
  await admin.page.getByText('Loading...', { exact: true }).waitFor()
  held.letGo()
  await rowOf(admin, 'maria').waitFor()
  const headings = await admin.page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((words) => words.trim()).filter((words) => words !== '')).toEqual([
    'Username',
    'Password',
    'Role',
    'Created',
    'Updated',
    'Last login',
    'EDIT',
    'DELETE',
    'State',
  ])
  expect(await field(admin, 'Role of manager').evaluate(readChosen)).toBe('Manager')
  await keepPicture(admin, 'users-desktop')
}

/** Both are required; whoever is added can sign in, and a name that is taken is not given twice. */
async function addByPassword(hotel: Hotel, admin: ConsolePage): Promise<void> {
  expect(await addButton(admin).isDisabled()).toBe(true)
  await addField(admin, 'Username').fill('nadja')
  expect(await addButton(admin).isDisabled()).toBe(true)
  await addField(admin, 'Password').fill('   ')
  expect(await addButton(admin).isDisabled()).toBe(true)
  await addField(admin, 'Password').fill(PASSWORD)
  await addButton(admin).click()
  await rowOf(admin, 'nadja').waitFor()
  const { user } = await signInStaff(hotel.server.url, 'nadja', PASSWORD)
  expect([user.username, user.role]).toEqual(['nadja', 0])

  await addField(admin, 'Username').fill('NADJA')
  await addField(admin, 'Password').fill(PASSWORD)
  await addButton(admin).click()
  await addForm(admin).getByText("There is a user with the username 'NADJA' already.").waitFor()
  expect(await addField(admin, 'Username').inputValue()).toBe('NADJA')
  await addForm(admin).getByRole('button', { name: 'Clear' }).click()

  // Long enough, and known to whoever guesses: only the environment has the list.
  await addField(admin, 'Username').fill('otto')
  await addField(admin, 'Password').fill(COMMON_PASSWORD)
  await addButton(admin).click()
  await waitFor('the refusal at its field', async () =>
    (await readErrorOf(addField(admin, 'Password'))).startsWith(COMMON_REFUSAL),
  )
  expect(await addField(admin, 'Username').inputValue()).toBe('otto')
  expect(await addField(admin, 'Password').inputValue()).toBe(COMMON_PASSWORD)
  await addForm(admin).getByRole('button', { name: 'Clear' }).click()
}

/** What is said of a field that is marked as wrong. */
async function readErrorOf(marked: Locator): Promise<string> {
  if ((await marked.getAttribute('aria-invalid')) !== 'true') return ''
  const id = (await marked.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
  return marked.page().locator(`[id="${id}"]`).innerText()
}

/** With an id in place of a password; one that is in the list never leaves the console. */
async function addByFacebook(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await addField(admin, 'Username').fill('facebooklogin')
  await addField(admin, 'Facebook ID').waitFor()
  expect(await addField(admin, 'Password').count()).toBe(0)
  expect(await addButton(admin).isDisabled()).toBe(true)
  await addField(admin, 'Facebook ID').fill('10158')
  await addButton(admin).click()
  await rowOf(admin, 'facebook-10158').waitFor()

  const countCalls = countFromNow(hotel.line, isUserCall('POST'))
  await addField(admin, 'Username').fill('facebooklogin')
  await addField(admin, 'Facebook ID').fill('10158')
  await addForm(admin).getByText('User with such FBID already exists.').waitFor()
  expect(await addButton(admin).isDisabled()).toBe(true)
  expect(countCalls()).toBe(0)

  const refusal = JSON.stringify({ message: 'User with such FBID already exists.', code: 'conflict' })
  hotel.line.answerOnce(isUserCall('POST'), 409, refusal)
  await addField(admin, 'Facebook ID').fill('20269')
  await addButton(admin).click()
  await addForm(admin).getByText('User with such FBID already exists.').waitFor()
  expect(countCalls()).toBe(1)
  await addForm(admin).getByRole('button', { name: 'Clear' }).click()
}

/** A role is saved by itself. */
async function editInPlace(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await field(admin, 'Role of nadja').selectOption('Marketing')
  await rowOf(admin, 'nadja').getByText('Saved', { exact: true }).waitFor()
  expect(await readRole(hotel, 'nadja', PASSWORD)).toBe(2)
}

/**
 * What a password manager does that knows the admin's sign-in: it fills name and password into whatever looks like one, and
 * nothing of it may be saved but by a button (docs/decisions/053-sign-in-data.md).
 */
async function fillAsBrowserDoes(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const countChanges = countFromNow(hotel.line, isUserCall('PUT'))
  expect(await fillSignIns(admin)).toEqual(['Password', 'Username'])
  await field(admin, 'Role of nadja').selectOption('Manager')
  await waitFor('the role', async () => (await readRole(hotel, 'nadja', PASSWORD)) === 1)
  expect(countChanges()).toBe(1)
  await addForm(admin).getByRole('button', { name: 'Clear' }).click()

  await openEdit(admin, 'maria')
  const form = editList(admin).editForm
  const marks = ['Username', 'Password'].map((name) => form.getByLabel(name).getAttribute('autocomplete'))
  expect(await Promise.all(marks)).toEqual(['username', 'new-password'])
  expect(await fillSignIns(admin)).toEqual(['Password', 'Username'])
  await form.getByText('Not saved', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Back', exact: true }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await rowOf(admin, 'maria').waitFor()
  await field(admin, 'Role of nadja').selectOption('Marketing')
  await waitFor('the role again', async () => (await readRole(hotel, 'nadja', PASSWORD)) === 2)
  expect(countChanges()).toBe(2)
}

const editList = (admin: ConsolePage) => new ListPage(admin, { one: 'user', many: 'users' })
const openEdit = (admin: ConsolePage, name: string) =>
  admin.page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()

/** A name and a password are saved by a form's button, and what is refused is said at its field. */
async function editSignIn(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const { editForm, saveButton } = editList(admin)
  const password = editForm.getByLabel('Password', { exact: true })
  const username = editForm.getByLabel('Username', { exact: true })
  await openEdit(admin, 'nadja')
  await admin.page.getByRole('heading', { name: 'Edit user: nadja' }).waitFor()
  await password.fill('half a pass')
  // The password that signs in is the former one.
  expect(await readRole(hotel, 'nadja', PASSWORD)).toBe(2)
  await password.fill(COMMON_PASSWORD)
  await saveButton.click()
  await waitFor('the refusal at its field', async () =>
    (await readErrorOf(password)).startsWith(COMMON_REFUSAL),
  )
  expect(await password.inputValue()).toBe(COMMON_PASSWORD)
  await password.fill('another long one')
  await saveButton.click()
  await editForm.getByText('Saved', { exact: true }).waitFor()
  expect(await password.inputValue()).toBe('')
  expect(await readRole(hotel, 'nadja', 'another long one')).toBe(2)

  await username.fill('Maria')
  await saveButton.click()
  await editForm.getByText("There is a user with the username 'maria' already.", { exact: true }).waitFor()
  await username.fill('nadja.k')
  await saveButton.click()
  await editForm.getByText('Saved', { exact: true }).waitFor()
  expect(await readRole(hotel, 'nadja.k', 'another long one')).toBe(2)
  await editForm.getByRole('button', { name: 'Back', exact: true }).click()
  await rowOf(admin, 'nadja.k').waitFor()
}

/** The only admin keeps the role and stays, and the row says why. */
async function protectLastAdmin(admin: ConsolePage): Promise<void> {
  const reason = admin.page.getByText('The last admin: can be neither removed', { exact: false })
  await reason.waitFor()
  expect(await admin.button('Delete admin').count()).toBe(0)
  expect(await field(admin, 'Choose admin').count()).toBe(0)
  expect(await field(admin, 'Role of admin').count()).toBe(0)
  expect(await admin.page.getByRole('link', { name: 'Edit admin', exact: true }).count()).toBe(1)
  await field(admin, 'Role of nadja.k').selectOption('Admin')
  await admin.button('Delete admin').waitFor()
  expect(await reason.count()).toBe(0)
  await field(admin, 'Role of nadja.k').selectOption('Agent')
  await reason.waitFor()
}

async function deleteAndUndo(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const countCalls = countFromNow(hotel.line, isUserCall('DELETE'))
  await admin.button('Delete nadja.k').click()
  await rowOf(admin, 'nadja.k').waitFor({ state: 'detached' })
  await admin.button('Undo: delete nadja.k').click()
  await rowOf(admin, 'nadja.k').waitFor()
  await admin.button('Delete nadja.k').click()
  await admin.button('Undo: delete nadja.k').waitFor({ state: 'detached' })
  await waitFor('the removal', () => countCalls() === 1)
  await waitFor('nobody of that name', () => cannotSignIn(hotel, 'nadja.k', 'another long one'))
  expect(await rowOf(admin, 'nadja.k').count()).toBe(0)
}

/** A fault in the middle: it is said who was deleted and who was not. */
async function deleteMany(hotel: Hotel, admin: ConsolePage): Promise<void> {
  for (const name of ['one', 'two', 'three']) {
    await addField(admin, 'Username').fill(name)
    await addField(admin, 'Password').fill(PASSWORD)
    await addButton(admin).click()
    await rowOf(admin, name).waitFor()
    await addForm(admin).getByText(`Added '${name}'.`, { exact: true }).waitFor()
    await field(admin, `Choose ${name}`).check()
  }
  let seen = 0
  hotel.line.answerOnce(
    (request) => isUserCall('DELETE')(request) && (seen += 1) === 2,
    500,
    JSON.stringify({ message: 'A fault.', code: 'internal' }),
  )
  await admin.button('Delete users (3)').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete 3 users' }).click()
  const report = admin.page.getByRole('region', { name: 'What was deleted' })
  await report.getByText('2 users deleted, 1 not deleted.').waitFor()
  await rowOf(admin, 'two').waitFor()
  await report.getByRole('button', { name: 'Try these again' }).click()
  await report.getByText('1 user deleted.').waitFor()
  await report.getByRole('button', { name: 'Close' }).click()
  expect(await rowOf(admin, 'two').count()).toBe(0)
}

async function readOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await hotel.goOffline()
  await admin.page.reload()
  await admin.page.getByText('You are offline', { exact: false }).first().waitFor()
  await rowOf(admin, 'maria').waitFor()
  await admin.page.getByText('What you see is as of', { exact: false }).waitFor()
  expect(await admin.button('Delete maria').isDisabled()).toBe(true)
  expect(await field(admin, 'Role of maria').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('the role to be open again', async () => !(await field(admin, 'Role of maria').isDisabled()))
}

async function workOnPhone(admin: ConsolePage): Promise<void> {
  await field(admin, 'Role of maria').selectOption('Manager')
  await rowOf(admin, 'maria').getByText('Saved', { exact: true }).waitFor()
  const width = await admin.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBe(admin.page.viewportSize()?.width)
  await rowOf(admin, 'maria').scrollIntoViewIfNeeded()
  await keepPicture(admin, 'users-phone')
  expect(await findSeriousFaultsInBothThemes(admin.page)).toEqual([])
}

const readChosen = (select: Element) =>
  select instanceof HTMLSelectElement ? select.selectedOptions[0]?.text : null

/** The role with which somebody signs in now. */
async function readRole(hotel: Hotel, username: string, password: string): Promise<number> {
  return (await signInStaff(hotel.server.url, username, password)).user.role
}

function cannotSignIn(hotel: Hotel, username: string, password: string): Promise<boolean> {
  return signInStaff(hotel.server.url, username, password).then(
    () => false,
    () => true,
  )
}
