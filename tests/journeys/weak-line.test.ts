import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { startWeakLine, type Weakness, type WeakLine } from '#tests/support/weak-line.ts'

/** Of its first connections the fourth breaks and the sixth stalls. */
const WEAK: Weakness = { bitsPerSecond: 100_000, delayMs: 1_000, faultyShare: 0.1, seed: 222 }
/** A stalled call is given up after 20 s, and what it carried goes out with the next one. */
const ARRIVES_WITHIN_MS = 55_000

describe('a phone on a weak line, with the console kept on it', () => {
  journey(
    'chats are readable at once, and what is written arrives once, without the person doing anything',
    async (hotel) => {
      const weak = await startWeakLine(Number(new URL(hotel.line.origin).port))
      try {
        const desk = await hotel.openDesk({ viewport: PHONE })
        const guest = await workOnGoodLine(hotel, desk, weak)
        const agent = await readInSilence(desk, weak, guest)
        await writeOnWeakLine(agent, weak, guest)
      } finally {
        await weak.stop()
      }
    },
  )
})

async function openTab(desk: Desk, weak: WeakLine): Promise<ConsolePage> {
  return new ConsolePage(await desk.context.newPage(), weak.origin)
}

/** The morning's work: the console and the chats are on the phone, and one of them is held. */
async function workOnGoodLine(hotel: Hotel, desk: Desk, weak: WeakLine): Promise<Guest> {
  const agent = await openTab(desk, weak)
  await agent.signIn('agent')
  const guest = await takeNextChat(hotel, agent, 'Ben Okafor')
  await agent.write('good morning')
  await guest.waitForStaffTexts(['good morning'])
  await agent.waitForMessage('good morning', 'Sent')
  await hotel.keepConsoles()
  await agent.page.close()
  return guest
}

/** Nothing moves on the line at all: whatever is on screen came from the phone itself. */
async function readInSilence(desk: Desk, weak: WeakLine, guest: Guest): Promise<ConsolePage> {
  weak.silence()
  const agent = await openTab(desk, weak)
  await agent.open()
  await agent.waitUntilRowsVisible()
  expect(await agent.readCallsBeforeRows()).toEqual([])
  await agent.chooseChat(guest.chatId)
  await agent.waitForMessage('good morning', 'Sent')
  expect(weak.countBytes()).toBe(0)
  return agent
}

/** The line comes, such as it is. */
async function writeOnWeakLine(agent: ConsolePage, weak: WeakLine, guest: Guest): Promise<void> {
  weak.weaken(WEAK)
  await agent.write('from the cellar')
  await agent.write('is the lift all right?')
  const texts = ['good morning', 'from the cellar', 'is the lift all right?']
  await guest.waitForStaffTexts(texts, ARRIVES_WITHIN_MS)
  await agent.waitUntilUnsent(0, ARRIVES_WITHIN_MS)
  expect(await guest.readStaffTexts()).toEqual(texts)
  for (const text of texts.slice(1)) {
    await agent.waitForMessage(text, 'Sent')
    expect(await agent.countDrawn(text)).toBe(1)
  }
}
