import type { Locator } from 'playwright-core'
import { describe } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { passTime, skewClock } from '#tests/support/device-clock.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000

describe('a chat that I hold and in which nothing is written for 30 minutes', () => {
  journey('asks to be returned; kept, it asks again; returned, the bot has it', async (hotel) => {
    const desk = await hotel.openDesk()
    await skewClock(desk.context)
    const agent = await desk.openTab()
    const guest = await hotel.openGuestInNeed('Ana Ruiz')
    const staff = await hotel.signInStaff('maria')
    await agent.signIn('agent')
    await agent.chooseChat(guest.chatId)
    await agent.takeOver()
    await agent.write('one moment')
    await agent.waitForMessage('one moment', 'Sent')
    // Without a line nothing corrects this device's clock by the environment's (I8): half an hour passes for it.
    await hotel.goOffline()
    const writtenAt = (await staff.readMessages(guest.chatId)).at(-1)?.createdAt ?? ''
    const quietMs = Date.now() - Date.parse(writtenAt)
    // At its instant, not with the next full minute.
    await passTime(agent.page, 30 * MINUTE_MS - quietMs - 3 * SECOND_MS)
    await question(agent).waitFor({ timeout: 12 * SECOND_MS })
    await passTime(agent.page, 4 * MINUTE_MS)
    await question(agent).waitFor()
    await about(agent).getByRole('button', { name: 'Keep it' }).click()
    await question(agent).waitFor({ state: 'hidden' })

    await passTime(agent.page, 31 * MINUTE_MS)
    await question(agent).waitFor()
    await about(agent).getByRole('button', { name: 'Return to bot' }).click()
    await question(agent).waitFor({ state: 'hidden' })
    await agent.composer.waitFor({ state: 'hidden' })
    await hotel.goOnline()
    await waitFor('the bot to have it', async () => (await staff.readChat(guest.chatId)).user === null)
    await agent.waitUntilUnsent(0)
  })
})

function about(agent: ConsolePage): Locator {
  return agent.page.getByRole('status', { name: 'About this chat' })
}

function question(agent: ConsolePage): Locator {
  return about(agent).getByText(/^Nothing was written for \d+ minutes\. Return it to the bot\?$/)
}
