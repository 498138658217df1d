import { describe, expect } from 'vitest'
import { addAttachments } from '#tests/support/add-attachments.ts'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { DESKTOP } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

const PICTURE = {
  contentType: 'image/png',
  contentUrl:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  name: 'view.png',
}

describe('nothing serious is found, in both themes', () => {
  journey(
    'with menus, dialogs and forms open, and on a phone with the question at the sign-out',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed()
      await guest.say('a picture')
      hotel.line.rewrite('/api/sync', (body) =>
        addAttachments(body, ({ text }) => text === 'a picture', [PICTURE]),
      )
      const admin = await (await hotel.openDesk({ viewport: DESKTOP })).openTab()
      await admin.signIn('admin')
      await admin.chooseChat(guest.chatId)
      await openOnDesktop(admin)
      await turnIntoPhone(admin)
      await admin.page.getByRole('link', { name: 'Back', exact: true }).first().click()
      await askAtSignOut(hotel, admin)
    },
  )
})

async function openOnDesktop(admin: ConsolePage): Promise<void> {
  const opener = admin.button('Show view.png large')
  await opener.waitFor()

  await admin.button(/^Legend/).click()
  await admin.page.getByRole('heading', { name: 'Marks' }).waitFor()
  await expectNothingSerious(admin, 'the legend')
  await admin.button(/^Legend/).click()

  await admin.button('Menu').click()
  await admin.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
  await expectNothingSerious(admin, 'the account menu')
  await admin.page.keyboard.press('Escape')
  await admin.button('Environment: Local').click()
  await admin.page.getByRole('menuitemradio', { name: 'Local' }).waitFor()
  await expectNothingSerious(admin, 'the environment menu')
  await admin.page.keyboard.press('Escape')
  await admin.page.getByRole('menu').waitFor({ state: 'detached' })

  await opener.click()
  await admin.page.getByRole('dialog', { name: 'view.png' }).getByRole('img').waitFor()
  await expectNothingSerious(admin, 'a picture over the window')
  await admin.page.keyboard.press('Escape')

  await admin.takeOver()
  await admin.waitUntilUnsent(0)
  await admin.button('More actions').click()
  const passing = admin.page.getByRole('menuitem', { name: 'Pass to…' })
  await passing.waitFor()
  await expectNothingSerious(admin, 'the menu of a chat')
  await passing.click()
  const dialog = admin.page.getByRole('dialog', { name: 'Pass to…' })
  await dialog.getByRole('button', { name: /^Maria Santos/ }).waitFor()
  await expectNothingSerious(admin, 'passing a chat')
  await admin.page.keyboard.press('Escape')

  await admin.button('ADD A NEW TICKET').click()
  await admin.page.getByRole('form', { name: 'New ticket' }).getByLabel('Request').waitFor()
  await expectNothingSerious(admin, 'the ticket form')
}

async function askAtSignOut(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, admin)
  await hotel.goOffline()
  await admin.write('later')
  await admin.waitUntilUnsent(1)
  await admin.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await admin.button('Menu').click()
  const out = admin.page.getByRole('menuitem', { name: 'Sign Out' })
  await out.waitFor()
  await expectNothingSerious(admin, 'the menu')
  await out.click()
  const dialog = admin.page.getByRole('dialog', { name: 'Sign Out' })
  const keep = dialog.getByRole('button', { name: 'Sign out and keep my chats' })
  await keep.waitFor()
  await expectNothingSerious(admin, 'the handover')
  await keep.click()
  await dialog.getByRole('button', { name: 'Keep for my next sign-in' }).waitFor()
  await expectNothingSerious(admin, 'the question at the sign-out')
  await admin.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await hotel.goOnline()
  await guest.waitForStaffTexts(['later'])
}

async function expectNothingSerious(agent: ConsolePage, screen: string): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(agent.page), screen).toEqual([])
}
