import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { HeldRequest } from '#tests/support/held-request.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { waitForQuiet } from '#tests/support/quiet.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SETTLE_MS = 60_000
/** A click that the question gets in the way of is over soon, and the question is answered. */
const CLICK_MS = 3_000

describe('editing a message whose fate is unknown', () => {
  journey(
    'it had arrived: the guest has the old text only; it had not: the old or the new text, never both',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await editWhatArrived(hotel, agent)
      await editWhatWasLost(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** The guest has the old text and not a second one. */
async function editWhatArrived(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const { guest, held } = await sendIntoTheUnknown(hotel, agent)
  // Neither the answer nor a frame gets back.
  hotel.line.stall()
  held.withholdReply()
  await guest.waitForStaffTexts(['the old text'])
  await hotel.goOffline()
  await askToEdit(agent)
  await hotel.goOnline()
  await agent.waitForMessage('the old text', 'Sent')
  await agent.waitUntilUnsent(0, SETTLE_MS)
  expect(await guest.readStaffTexts()).toEqual(['the old text'])
  expect(await agent.countDrawn('the old text')).toBe(1)
}

/** The guest has the old or the new text, never both. */
async function editWhatWasLost(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const { guest, held } = await sendIntoTheUnknown(hotel, agent)
  // Nothing that is tried again gets through before the line is cut.
  hotel.line.stall()
  held.drop()
  await hotel.goOffline()
  await askToEdit(agent)
  await hotel.goOnline()
  const outcome = await waitFor(
    'the old text to be sent, or to be back in the composer',
    async () => {
      if ((await guest.readStaffTexts()).length > 0) return 'sent'
      if ((await agent.composer.inputValue()) === 'the old text') return 'draft'
      // What may have arrived is asked about: by itself once its fate was read, or at the next click.
      const yes = agent.page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true })
      if (await yes.count()) await yes.click()
      else if (await agent.thread.getByText('Delivery unknown').count()) await askToEdit(agent, CLICK_MS)
      return null
    },
    SETTLE_MS,
  )
  if (outcome === 'draft') {
    await agent.write('the new text')
    await guest.waitForStaffTexts(['the new text'])
  }
  await agent.waitUntilUnsent(0, SETTLE_MS)
  expect(await guest.readStaffTexts()).toEqual([outcome === 'draft' ? 'the new text' : 'the old text'])
}

async function sendIntoTheUnknown(
  hotel: Hotel,
  agent: ConsolePage,
): Promise<{ guest: Guest; held: HeldRequest }> {
  const guest = await takeNextChat(hotel, agent)
  // What follows happens on a line on which the console can no longer be fetched.
  await hotel.keepConsoles()
  // A call that is under way could still bring the news.
  await waitForQuiet(hotel.line)
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('the old text')
  const held = await arrival
  return { guest, held }
}

async function askToEdit(agent: ConsolePage, timeout?: number): Promise<void> {
  const edit = agent.message('the old text').getByRole('button', { name: 'Edit', exact: true })
  await edit.click(timeout === undefined ? {} : { timeout })
}
