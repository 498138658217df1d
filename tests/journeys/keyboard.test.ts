import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { setUpJourneys } from '#tests/support/journey.ts'

const { journeyAlone } = setUpJourneys()
const MOST_TABS = 60

describe('without a mouse', () => {
  journeyAlone(
    'sign in, open a chat, take over and answer',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await hotel.openGuestInNeed('Ana Ruiz')
      await agent.open()
      await agent.page.getByLabel('Username', { exact: true }).focus()
      await agent.page.keyboard.type('agent')
      await tabTo(agent, agent.page.getByLabel('Password', { exact: true }))
      await agent.page.keyboard.type('bellhop-demo')
      await agent.page.keyboard.press('Enter')
      await agent.waitUntilLive()
      await tabTo(agent, agent.chatLink(guest.chatId))
      await agent.page.keyboard.press('Enter')
      await agent.page.waitForURL(`**/messenger/${guest.chatId}*`)
      await agent.thread.getByText('I want to speak to a person, please').waitFor()
      await tabTo(agent, agent.button('Take over'))
      await agent.page.keyboard.press('Enter')
      await agent.composer.waitFor()
      await tabTo(agent, agent.composer)
      await agent.page.keyboard.type('Hello Ana')
      await agent.page.keyboard.press('Enter')
      await guest.waitForStaffTexts(['Hello Ana'])
    },
    { kinds: ['extended'] },
  )
})

/** Presses Tab until the focus is there; where it is already, none. */
async function tabTo(agent: ConsolePage, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await agent.page.keyboard.press('Tab')
  }
  expect.fail(`${MOST_TABS} presses of Tab do not lead to ${target.toString()}`)
}
