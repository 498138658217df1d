import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const field = ({ page }: ConsolePage, name: string) => page.getByLabel(name, { exact: true })
const rowOf = ({ page }: ConsolePage, name: string) => page.getByRole('row', { name, exact: true })
const question = ({ page }: ConsolePage) => page.getByRole('dialog')
const responsesLink = ({ page }: ConsolePage) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Responses' })
/** With a chat that opened by itself, or without. */
const isInMessenger = ({ page }: ConsolePage) => new URL(page.url()).pathname.startsWith('/messenger')

describe('what an admin does to a user takes effect where that user is at work', () => {
  journeyAlone(
    'a demoted operator loses the screen, also under another username; a removed one is locked out; oneself is asked first',
    async (hotel) => {
      const operator = await (await hotel.openDesk()).openTab()
      await operator.signInAt('/answers-table', 'operator')
      await operator.page.getByRole('row').nth(1).waitFor()
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signInAt('/config/users', 'admin')
      await rowOf(admin, 'operator').waitFor()

      await demote(operator, admin)
      await renameAndPromote(operator, admin)
      await askBeforeOwn(admin)
      await remove(hotel, operator, admin)
      await giveUpOwnRole(admin)
    },
  )
})

/** The screen goes with the role, whatever was begun on it. */
async function demote(operator: ConsolePage, admin: ConsolePage): Promise<void> {
  await operator.page.getByRole('form', { name: 'Add answer' }).getByLabel('Label').fill('half a label')
  await field(admin, 'Role of operator').selectOption('Agent')
  await waitFor('the screen to be gone', () => isInMessenger(operator))
  await operator.chats.waitFor()
  expect(await responsesLink(operator).count()).toBe(0)
  expect(await operator.page.getByRole('dialog').count()).toBe(0)
  await operator.open('/answers-table')
  await waitFor('the address to be refused', () => isInMessenger(operator))
}

/** Who has another username since is the same person, and what they may do is seen as before. */
async function renameAndPromote(operator: ConsolePage, admin: ConsolePage): Promise<void> {
  await operator.chats.waitFor()
  const list = new ListPage(admin, { one: 'user', many: 'users' })
  await admin.page.getByRole('link', { name: 'Edit operator', exact: true }).click()
  await list.fillEdited({ Username: 'oskar' })
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
  await field(admin, 'Role of oskar').selectOption('Admin')
  await responsesLink(operator).waitFor()
  await operator.page.getByRole('link', { name: 'Config' }).click()
  await rowOf(operator, 'oskar').waitFor()
}

/** One's own removal and role are asked for in words, and a no leaves both. */
async function askBeforeOwn(admin: ConsolePage): Promise<void> {
  await admin.button('Delete admin').click()
  await question(admin).getByText('You are about to remove yourself.', { exact: false }).waitFor()
  await question(admin).getByRole('button', { name: 'Cancel' }).click()
  await rowOf(admin, 'admin').waitFor()
  expect(await admin.button('Undo: delete admin').count()).toBe(0)

  await field(admin, 'Choose admin').check()
  await field(admin, 'Choose maria').check()
  await admin.button('Delete users (2)').click()
  await question(admin).getByText('You are about to remove yourself.', { exact: false }).waitFor()
  await question(admin).getByRole('button', { name: 'Cancel' }).click()
  await field(admin, 'Choose admin').uncheck()
  await field(admin, 'Choose maria').uncheck()

  await field(admin, 'Role of admin').selectOption('Operator')
  await question(admin).getByText('You are about to make yourself an Operator.', { exact: false }).waitFor()
  await question(admin).getByRole('button', { name: 'Cancel' }).click()
  expect(await field(admin, 'Role of admin').inputValue()).toBe('4')
}

/** The other admin is gone before their screen has heard of anything else. */
async function remove(hotel: Hotel, operator: ConsolePage, admin: ConsolePage): Promise<void> {
  await field(admin, 'Role of maria').selectOption('Admin')
  await rowOf(admin, 'maria').getByText('Saved', { exact: true }).waitFor()
  await admin.button('Delete oskar').click()
  await operator.button('LOGIN').waitFor()
  expect(await rowOf(operator, 'maria').count()).toBe(0)
  await operator.enterCredentials('oskar')
  await operator.page
    .getByText('Wrong username or password, or user with such credentials not added to the system.')
    .waitFor()
  expect(hotel.line.seen.some(({ method }) => method === 'DELETE')).toBe(true)
}

/** After a yes one's own screen closes as well. */
async function giveUpOwnRole(admin: ConsolePage): Promise<void> {
  await field(admin, 'Role of admin').selectOption('Operator')
  await question(admin).getByRole('button', { name: 'Become Operator' }).click()
  await waitFor('the screen to be gone', () => isInMessenger(admin))
  await responsesLink(admin).waitFor()
  expect(await admin.page.getByRole('link', { name: 'Config' }).count()).toBe(0)
}
