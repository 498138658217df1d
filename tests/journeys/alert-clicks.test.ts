import { describe, expect } from 'vitest'
import { openAlertsDesk, openAlertsScreen, turnOnAlerts } from '#tests/support/alerts-desk.ts'
import { PHONE } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import type { PushProfile } from '#tests/support/push-page.ts'
import { usePushService } from '#tests/support/push-service.ts'
import { takeOpenChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { watchWorker, type WorkerWatch } from '#tests/support/worker-watch.ts'

const service = usePushService()

interface Shift {
  hotel: Hotel
  admin: ConsolePage
  push: PushProfile
  worker: WorkerWatch
}

describe('alerts and the chats that they are about (W3)', () => {
  journeyAlone(
    'go once a chat is taken or read, on another device too; a click opens it within the page, asks about a form and keeps a draft; Back leads to the list',
    async (hotel) => {
      const { desk, agent: admin, push } = await openAlertsDesk(hotel, service, { username: 'admin' })
      await openAlertsScreen(admin)
      await turnOnAlerts(admin)
      await openList(admin)
      const shift = { hotel, admin, push, worker: await watchWorker(desk.context) }
      await seeTakenGo(shift)
      await readElsewhere(shift)
      const ana = await readAndTake(shift)
      await clickBesideDraft(shift, ana)
      await clickBesideForm(shift, ana)
      await beginAtChat(desk, admin, ana)
    },
    service.trusted,
  )
})

/** A guest asks for help, and this device shows it. */
async function showHelpRequest({ hotel, admin, push, worker }: Shift, name: string): Promise<Guest> {
  const guest = await hotel.openGuestInNeed(name)
  await waitFor('the push', () =>
    push.device?.arrived.some(
      ({ payload }) => payload.kind === 'needs_help' && payload.chatId === guest.chatId,
    ),
  )
  await push.deliver(admin.page, 'needs_help')
  await waitForTray(worker, `${name} needs help`)
  return guest
}

async function waitForTray(worker: WorkerWatch, ...titles: string[]): Promise<void> {
  await waitFor(`the tray to have ${titles.join(', ') || 'nothing'}`, async () => {
    const shown = (await worker.readAlerts()).map(({ title }) => title)
    return JSON.stringify(shown) === JSON.stringify(titles)
  })
}

/** The list stands alone: no chat is open beside it that would be read. */
async function openList(admin: ConsolePage): Promise<void> {
  await admin.page.getByRole('link', { name: 'Conversations' }).first().click()
  await admin.chats.waitFor()
}

/** By a colleague, while nobody looks at it here. */
async function seeTakenGo(shift: Shift): Promise<void> {
  const maria = await shift.hotel.signInStaff('maria')
  await openAlertsScreen(shift.admin)
  const guest = await showHelpRequest(shift, 'Taken Soon')
  await maria.takeOver(guest.chatId)
  await waitForTray(shift.worker)
}

/**
 * Read at a desk that shows no alerts, neither answered nor taken: only what the environment knows of it ends the alert here, at
 * the next start.
 */
async function readElsewhere(shift: Shift): Promise<void> {
  const { hotel, admin, worker } = shift
  const guest = await showHelpRequest(shift, 'Read Elsewhere')
  const reader = await (await hotel.openDesk()).openTab()
  // The newest chat opens by itself as soon as the list is there.
  const telling = reader.page.waitForResponse('**/api/push/read')
  await reader.signIn('admin')
  await reader.chooseChat(guest.chatId)
  expect((await telling).status()).toBe(204)
  await reader.page.close()
  expect(await worker.readAlerts()).toHaveLength(1)
  await admin.page.reload()
  await waitForTray(worker)
}

async function readAndTake(shift: Shift): Promise<Guest> {
  const { admin, worker } = shift
  const ana = await showHelpRequest(shift, 'Ana Ruiz')
  await openList(admin)
  await admin.chooseChat(ana.chatId)
  await waitForTray(worker)
  await takeOpenChat(admin, ana.chatId)
  return ana
}

/** Typed in one chat, called to another one and back. */
async function clickBesideDraft(shift: Shift, ana: Guest): Promise<void> {
  const { admin, worker } = shift
  await admin.composer.fill('half a thought')
  await markPage(admin)
  const other = await showHelpRequest(shift, 'Bo Lind')
  await worker.clickAlert('')
  await admin.page.waitForURL(`**/messenger/${other.chatId}*`)
  await waitForTray(worker)
  await admin.chooseChat(ana.chatId)
  await admin.waitForDraft('half a thought')
  expect(await isMarked(admin)).toBe(true)
  await admin.composer.fill('')
}

/** A guest of one's own writes while a form is open: leaving it asks. */
async function clickBesideForm({ admin, push, worker }: Shift, ana: Guest): Promise<void> {
  await admin.button('Menu').click()
  await admin.page.getByRole('menuitem', { name: 'Assignees', exact: true }).click()
  await new ListPage(admin, { one: 'assignee', many: 'assignees' }).fillNew({ 'Display name': 'Nadja' })
  await ana.say('Are you still there?')
  await push.deliver(admin.page, 'new_message')
  await waitForTray(worker, 'New message')
  await worker.clickAlert('')
  const question = admin.page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await admin.page.waitForURL(`**/messenger/${ana.chatId}*`)
  await admin.waitForMessage('Are you still there?')
  expect(await isMarked(admin)).toBe(true)
}

/** As a tap on an alert of a closed console, or on a colleague's link, does on a phone: in a tab with nothing behind. */
async function beginAtChat(desk: Desk, admin: ConsolePage, ana: Guest): Promise<void> {
  const opening = desk.context.waitForEvent('page')
  const address = new URL(`/messenger/${ana.chatId}`, admin.page.url()).href
  await admin.page.evaluate((url) => void window.open(url, '_blank', 'noopener'), address)
  const phone = new ConsolePage(await opening, new URL(address).origin)
  await admin.page.close()
  await phone.page.setViewportSize(PHONE)
  await phone.thread.waitFor()
  expect(await countEntries(phone)).toBe(2)
  await phone.page.reload()
  await phone.thread.waitFor()
  expect(await countEntries(phone)).toBe(2)
  await phone.page.goBack()
  await phone.chatLink(ana.chatId).first().waitFor()
  expect(new URL(phone.page.url()).pathname).toBe('/messenger')
  await phone.page.goForward()
  await phone.thread.waitFor()
}

function countEntries({ page }: ConsolePage): Promise<number> {
  return page.evaluate(() => window.history.length)
}

/** A page that is loaded anew has lost it. */
function markPage({ page }: ConsolePage): Promise<void> {
  return page.evaluate(() => void document.documentElement.setAttribute('data-marked-by-test', ''))
}

function isMarked({ page }: ConsolePage): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked-by-test'))
}
