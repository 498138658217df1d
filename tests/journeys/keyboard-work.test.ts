import type { FileChooser, Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import { listTray } from '#tests/support/chosen-files.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { openPalette, press, tabTo, waitForFocus } from '#tests/support/keyboard.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const BILL = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }

describe('without a mouse, and with the focus never lost', () => {
  journey(
    'a file, a ticket, a notice and a chat; a chat is passed on; searching, the legend, Unsent, the environments and the way out',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      // From here on: the browser takes a moment to leave choosing to a test.
      const chooser = new Promise<FileChooser>((resolve) => admin.page.once('filechooser', resolve))
      await admin.signIn('admin')
      await workThroughChat(hotel, admin, chooser)
      await passToColleague(hotel, admin)
      await searchAndFilter(hotel, admin)
      await discardInUnsent(hotel, admin)
      await lookAtEnvironments(admin)
      await signOut(admin)
    },
  )
})

/** The chat that is found stays open. */
async function searchAndFilter(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  const other = await hotel.openGuestInNeed()
  await admin.chatLink(other.chatId).waitFor()
  const search = admin.page.getByRole('searchbox', { name: 'Search user...' })
  await tabTo(admin, search)
  await admin.page.keyboard.type(guest.name)
  // Without a look at the list: quick fingers are ahead of its rows, on a slow machine for long.
  await press(admin, 'ArrowDown')
  await waitForFocus(admin.chatLink(guest.chatId))
  await admin.chatLink(other.chatId).waitFor({ state: 'detached' })
  await press(admin, 'Enter')
  await admin.page.waitForURL(`**/messenger/${guest.chatId}*`)
  await tabTo(admin, search, 'Shift+Tab')
  await press(admin, 'Escape')
  await admin.chatLink(other.chatId).waitFor()

  const filters = admin.page.getByRole('navigation', { name: 'Filters' })
  const legend = admin.button(/^Legend/)
  await tabTo(admin, legend)
  await press(admin, 'Enter')
  await filters.getByRole('heading', { name: 'Marks' }).waitFor()
  for (const [name, chatFilter] of [
    [/^Needs help/, 'needs-help'],
    [/^All States/, 'all'],
  ] as const) {
    await tabTo(admin, filters.getByRole('link', { name }), 'Shift+Tab')
    await press(admin, 'Enter')
    await admin.page.waitForURL((url) => url.searchParams.get('chatFilter') === chatFilter)
    await waitForFocus(filters.getByRole('link', { name }))
  }
  await tabTo(admin, legend)
  await press(admin, 'Enter')
  await filters.getByRole('heading', { name: 'Marks' }).waitFor({ state: 'detached' })
  await waitForFocus(legend)
}

/** What was written without a line is thrown away, and never sent. */
async function discardInUnsent(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const countSends = countFromNow(hotel.line, isSend)
  await hotel.goOffline()
  await tabTo(admin, admin.button('Take over'))
  await press(admin, 'Enter')
  await waitForFocus(admin.composer)
  await admin.page.keyboard.type('never mind')
  await press(admin, 'Enter')
  await admin.waitUntilUnsent(2)
  await openPalette(admin)
  await admin.page.keyboard.type('unsent')
  await admin.page.getByRole('option', { selected: true }).filter({ hasText: 'Unsent' }).waitFor()
  await press(admin, 'Enter')
  await admin.page.waitForURL('**/unsent')
  const item = admin.page.getByRole('listitem').filter({ hasText: 'never mind' })
  await tabTo(admin, item.getByRole('button', { name: 'Discard', exact: true }))
  await press(admin, 'Enter')
  await item.waitFor({ state: 'detached' })
  await hotel.goOnline()
  await admin.page.getByText('Nothing waits. Everything has been sent.').waitFor()
  await waitForFocus(admin.page.getByRole('main'))
  expect(countSends()).toBe(0)
}

async function lookAtEnvironments(admin: ConsolePage): Promise<void> {
  const switcher = admin.button('Environment: Local')
  // The first time it is fetched; the second time it is there.
  for (const time of ['first', 'second']) {
    await tabTo(admin, switcher, 'Shift+Tab')
    await press(admin, 'Enter')
    const choice = admin.page.getByRole('menuitemradio', { name: 'Local' })
    await choice.waitFor()
    await moveTo(admin, choice)
    await press(admin, 'Escape')
    await choice.waitFor({ state: 'detached' })
    await waitForFocus(switcher)
    expect(admin.page.url(), time).toContain('/unsent')
  }
}

async function signOut(admin: ConsolePage): Promise<void> {
  await tabTo(admin, admin.button('Menu'))
  await press(admin, 'Enter')
  const out = admin.page.getByRole('menuitem', { name: 'Sign Out' })
  await out.waitFor()
  await moveTo(admin, out)
  await press(admin, 'Enter')
  // The chat that was taken is still the admin's.
  await tabTo(admin, admin.button('Sign out and keep my chats'))
  await press(admin, 'Enter')
  await admin.button('LOGIN').waitFor()
  await waitFor('a field of the sign-in to have the focus', () =>
    admin.page.evaluate(() => document.activeElement instanceof HTMLInputElement),
  )
}

/** A file is staged and removed, a ticket saved, a notice and a chat dealt with. */
async function workThroughChat(
  hotel: Hotel,
  agent: ConsolePage,
  chooser: Promise<FileChooser>,
): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  const maria = await hotel.signInStaff('maria')
  await agent.chooseChat(guest.chatId)
  await tabTo(agent, agent.button('Take over'))
  await press(agent, 'Enter')
  await agent.composer.waitFor()
  await waitForFocus(agent.composer)
  await agent.waitUntilUnsent(0)

  await tabTo(agent, agent.button('Attach files'))
  await press(agent, 'Enter')
  await (await chooser).setFiles([BILL])
  await tabTo(agent, agent.button('Remove bill.pdf'), 'Shift+Tab')
  await press(agent, 'Enter')
  await agent.button('Remove bill.pdf').waitFor({ state: 'detached' })
  await waitForFocus(agent.composer)
  expect(await listTray(agent)).toEqual([])

  await agent.page.keyboard.type('on my way')
  await tabTo(agent, agent.button('Send'))
  await press(agent, 'Enter')
  await guest.waitForStaffTexts(['on my way'])
  await waitForFocus(agent.composer)

  await tabTo(agent, agent.button('ADD A NEW TICKET'))
  await press(agent, 'Enter')
  const form = agent.page.getByRole('form', { name: 'New ticket' })
  const department = form.getByLabel('Department', { exact: true })
  await tabTo(agent, department)
  await department.locator('option', { hasText: 'Housekeeping' }).waitFor({ state: 'attached' })
  await agent.page.keyboard.type('Housekeeping')
  await tabTo(agent, form.getByLabel('Request', { exact: true }))
  await agent.page.keyboard.type('Two towels')
  await tabTo(agent, form.getByRole('button', { name: 'SAVE TICKET' }))
  await press(agent, 'Enter')
  await waitForFocus(department)
  const tickets = agent.page.getByRole('status', { name: 'Tickets' })
  await tickets.getByText('Ticket saved', { exact: true }).waitFor()
  await tickets.getByText('Housekeeping', { exact: false }).waitFor()

  await maria.takeOver(guest.chatId)
  const dismiss = agent.page.getByRole('status', { name: 'About this chat' }).getByRole('button')
  await tabTo(agent, dismiss, 'Shift+Tab')
  await press(agent, 'Enter')
  await dismiss.waitFor({ state: 'detached' })
  await waitForFocus(threadOf(agent, guest.name))
  await tabTo(agent, agent.button('Chat resolved'))
  await press(agent, 'Enter')
  await agent.button('Chat resolved').waitFor({ state: 'detached' })
  await waitForFocus(threadOf(agent, guest.name))
  await waitFor('the chat to be resolved', async () => !(await maria.readChat(guest.chatId)).needsHelp)
}

/** Who thinks better of it is where they were. */
async function passToColleague(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  const maria = await hotel.signInStaff('maria')
  await agent.chooseChat(guest.chatId)
  await tabTo(agent, agent.button('Take over'))
  await press(agent, 'Enter')
  await waitForFocus(agent.composer)
  await agent.waitUntilUnsent(0)
  const more = agent.button('More actions')
  const dialog = agent.page.getByRole('dialog', { name: 'Pass to…' })
  const search = dialog.getByRole('searchbox', { name: 'Search colleague' })
  for (const end of ['Escape', 'Enter']) {
    await tabTo(agent, more, 'Shift+Tab')
    await press(agent, 'ArrowDown')
    await waitForFocus(agent.page.getByRole('menuitem', { name: 'Pass to…' }))
    await press(agent, 'Enter')
    await waitForFocus(search)
    await agent.page.keyboard.type('sant')
    await tabTo(agent, dialog.getByRole('button', { name: /^Maria Santos/ }))
    await press(agent, end)
    await dialog.waitFor({ state: 'detached' })
    if (end === 'Escape') await waitForFocus(more)
  }
  await agent.page.getByText('Maria Santos has this chat.').waitFor()
  await waitForFocus(threadOf(agent, guest.name))
  await waitFor('the chat to be hers', async () => {
    return (await maria.readChat(guest.chatId)).user?.id === maria.user.id
  })
}

/** The open chat, header and composer included, by its guest's name. */
function threadOf(agent: ConsolePage, name: string): Locator {
  return agent.page.getByRole('region', { name, exact: true })
}

/** Arrows lead through a menu, however long it is; it takes the focus a moment after it is drawn. */
async function moveTo(agent: ConsolePage, item: Locator): Promise<void> {
  await waitFor(`arrows to lead to ${item.toString()}`, async () => {
    if (await item.evaluate((element) => element === document.activeElement)) return true
    await press(agent, 'ArrowDown')
    return item.evaluate((element) => element === document.activeElement)
  })
}
