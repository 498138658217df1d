import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey, journeyAlone } from '#tests/support/journey.ts'
import { changeSounds, catchSounds, countSounds, countSoundTries } from '#tests/support/sounds.ts'
import { takeOpenChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const WAITING_TITLE = 'Guest awaiting assistance'

const announcements = (agent: ConsolePage) => agent.page.getByRole('status', { name: 'Announcements' })
const offer = (agent: ConsolePage) => agent.button('Tap to enable sound')

/** Waits until the tab announces a guest's help request: then title and sound have been seen to as well, or are about to be. */
const waitUntilTold = (agent: ConsolePage, name: string) =>
  announcements(agent).getByText(`${name} needs help`).waitFor({ state: 'attached' })

/** The tab listens, and has nothing more to tell of what was there before. */
const waitUntilListening = (agent: ConsolePage) =>
  agent.page
    .locator('[role="status"][aria-label="Announcements"][aria-busy="false"]')
    .waitFor({ state: 'attached' })

async function countAll(tabs: readonly ConsolePage[]): Promise<number> {
  return (await Promise.all(tabs.map(({ page }) => countSounds(page)))).reduce((sum, count) => sum + count, 0)
}

/** Nobody needs help and nothing is paused. */
async function calmDown(hotel: Hotel): Promise<void> {
  const staff = await hotel.signInStaff('maria')
  for (const { id, needsHelp, pausedAt } of await staff.readChats()) {
    if (needsHelp) await staff.resolve(id)
    if (pausedAt !== null) await staff.returnToBot(id)
  }
}

describe('a new help request', () => {
  journeyAlone('changes the title in every tab, and sounds in one of them once', async (hotel) => {
    await calmDown(hotel)
    const desk = await hotel.openDesk()
    await catchSounds(desk.context)
    const first = await desk.openTab()
    const ana = await hotel.openGuest('Ana Ruiz')
    await ana.say('Good evening')
    await first.signIn('agent')
    const second = await desk.openTab()
    await second.open()
    await second.waitUntilLive()
    const tabs = [first, second]
    await Promise.all(tabs.map(waitUntilListening))
    const title = await first.page.title()
    expect(title).not.toBe(WAITING_TITLE)
    expect(await countAll(tabs)).toBe(0)

    await ana.say('I want to speak to a person, please')
    await Promise.all(tabs.map((tab) => waitUntilTold(tab, 'Ana Ruiz')))
    await waitFor('one sound', async () => (await countAll(tabs)) === 1)
    for (const tab of tabs) await waitFor('the title', async () => (await tab.page.title()) === WAITING_TITLE)

    // Whatever else she says is no new help request; another guest's is. Its sound tells that the former one's words were heard.
    await ana.say('Hello? Is anybody there?')
    await hotel.openGuestInNeed('Bob Young')
    await Promise.all(tabs.map((tab) => waitUntilTold(tab, 'Bob Young')))
    await waitFor('a second sound', async () => (await countAll(tabs)) === 2)

    // Nor is anything one again after a reload, which counts from nought: the next sound is the next help request's.
    const heard = await countSounds(first.page)
    await second.page.reload()
    await second.waitUntilLive()
    await waitUntilListening(second)
    await hotel.openGuestInNeed('Cleo Late')
    await Promise.all(tabs.map((tab) => waitUntilTold(tab, 'Cleo Late')))
    await waitFor('a third sound', async () => (await countAll(tabs)) === heard + 1)

    await calmDown(hotel)
    for (const tab of tabs) await waitFor('the title to calm', async () => (await tab.page.title()) === title)
  })
})

describe('what a help request does in a tab that was opened beside earlier ones', () => {
  journey(
    'is a new help request and a new failure read out, once each; offers a tap; is silent where sounds are off or broken',
    async (hotel) => {
      const ana = await hotel.openGuestInNeed('Ana Ruiz')
      const desk = await hotel.openDesk()
      await catchSounds(desk.context, 'refused')
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await waitUntilListening(agent)
      expect(await offer(agent).count()).toBe(0)
      await readOutNewOnly(hotel, agent)
      await offerTap(hotel, agent)
      await readOutFailure(hotel, agent, ana)
    },
  )
})

/** A new help request, and nothing that was there before. */
async function readOutNewOnly(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await hotel.openGuestInNeed('Bob Young')
  await waitUntilTold(agent, 'Bob Young')
  expect(await announcements(agent).getByText('Ana Ruiz').count()).toBe(0)
  expect(await announcements(agent).getByRole('paragraph').count()).toBe(1)
}

/** The browser refused to play; where sounds are broken there is silence. */
async function offerTap(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await offer(agent).waitFor()
  // Still refused: the offer stays.
  await offer(agent).click()
  await offer(agent).waitFor()
  await changeSounds(agent.page, 'played')
  await offer(agent).click()
  await offer(agent).waitFor({ state: 'detached' })
  expect(await countSounds(agent.page)).toBe(1)

  await changeSounds(agent.page, 'broken')
  const tries = await countSoundTries(agent.page)
  await hotel.openGuestInNeed('Dora Deaf')
  await waitUntilTold(agent, 'Dora Deaf')
  await waitFor('her sound to break', async () => (await countSoundTries(agent.page)) > tries)
  expect(await offer(agent).count()).toBe(0)
  await changeSounds(agent.page, 'played')
  await hotel.openGuestInNeed('Cleo Late')
  await waitFor('the next one to sound', async () => (await countSounds(agent.page)) === 2)
}

async function readOutFailure(hotel: Hotel, agent: ConsolePage, ana: Guest): Promise<void> {
  await agent.chooseChat(ana.chatId)
  await takeOpenChat(agent, ana.chatId)
  // The line is down while a colleague takes the chat: what is written meanwhile is refused.
  await hotel.goOffline()
  await agent.write('too late')
  const maria = await hotel.signInStaff('maria')
  await maria.takeOver(ana.chatId)
  await hotel.goOnline()
  await announcements(agent)
    .getByText(/^A message to Ana Ruiz was not sent: Maria/)
    .waitFor({ state: 'attached' })
}
