import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { chooseFiles } from '#tests/support/chosen-files.ts'
import { DESKTOP, PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journey, WHOLE_HOTEL } from '#tests/support/journey.ts'

describe('nothing serious is found, in both themes', () => {
  for (const [size, viewport] of [
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const) {
    journey(
      `from the sign-in to an answered chat, on ${size}`,
      async (hotel) => {
        const agent = await (await hotel.openDesk({ viewport })).openTab()
        const guest = await hotel.openGuestInNeed('Ana Ruiz')
        await agent.open()
        await agent.page.getByLabel('Username', { exact: true }).waitFor()
        await expectNothingSerious(agent, 'the sign-in')
        await agent.enterCredentials('agent', 'wrong')
        await agent.page.getByRole('alert').waitFor()
        await expectNothingSerious(agent, 'a refused sign-in')
        await agent.enterCredentials('agent')
        await agent.waitUntilLive()
        await expectNothingSerious(agent, 'the list')

        await agent.chooseChat(guest.chatId)
        await expectNothingSerious(agent, 'a chat that needs help')
        await agent.takeOver()
        await agent.write('On my way.')
        await agent.waitForMessage('On my way.', 'Sent')
        await agent.composer.pressSequentially('/')
        await agent.page.getByRole('listbox', { name: 'Saved answers' }).waitFor()
        await expectNothingSerious(agent, 'saved answers that are offered')
        await agent.composer.press('Escape')
        await agent.composer.fill('To room {room}')
        await chooseFiles(agent, [
          { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
        ])
        await agent.button('Remove bill.pdf').waitFor()
        await expectNothingSerious(agent, 'a draft with a file and an open variable')
        await agent.button('Remove bill.pdf').click()
        await agent.composer.fill('half a')
        await expectNothingSerious(agent, 'a chat that is held')

        hotel.line.cut()
        await agent.write('while the line is down')
        await agent.connection
          .first()
          .getByText(/offline/i)
          .waitFor()
        await expectNothingSerious(agent, 'an unsent message')
        if (viewport === PHONE)
          await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
        await agent.unsentLink.first().click()
        await agent.page.getByRole('heading', { name: 'Unsent' }).waitFor()
        await expectNothingSerious(agent, 'the unsent')
        await hotel.goOnline()
        await agent.waitUntilUnsent(0)
      },
      WHOLE_HOTEL,
    )
  }
})

async function expectNothingSerious(agent: ConsolePage, screen: string): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(agent.page), screen).toEqual([])
}
