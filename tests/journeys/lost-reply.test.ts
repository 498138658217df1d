import { describe, expect } from 'vitest'
import { isSend, isTakeover } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SETTLE_MS = 45_000

describe('the environment accepted it, and the reply was lost', () => {
  journey(
    'a message is neither lost nor doubled; a takeover counts once, and what waits behind it goes out',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await loseReplyToMessage(hotel, agent)
      await loseReplyToTakeover(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** It is neither lost nor doubled. */
async function loseReplyToMessage(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.write('first')
  await guest.waitForStaffTexts(['first'])

  const before = hotel.line.seen.length
  hotel.line.loseReplies(isSend, hotel.kind === 'extended' ? 2 : 1)
  await agent.write('second')
  await agent.write('third')
  await guest.waitForStaffTexts(['first', 'second', 'third'], SETTLE_MS)
  await agent.waitForMessage('third', 'Sent')
  await agent.waitUntilUnsent(0)
  expect(await agent.countDrawn('second')).toBe(1)

  const sends = hotel.line.seen.slice(before).filter(isSend)
  const keys = sends.map((request) => request.headers['idempotency-key'])
  if (hotel.kind === 'extended') {
    // 'second' under one key however often it was sent, 'third' under another.
    expect(new Set(keys).size).toBe(2)
    expect(keys).not.toContain(undefined)
  } else {
    expect(keys).toEqual([undefined, undefined])
  }
}

/** It counts once, and what waits behind it goes out. */
async function loseReplyToTakeover(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  hotel.line.loseReplies(isTakeover)
  const rest = await hotel.signInStaff('maria')
  const before = hotel.line.seen.length
  await agent.takeOver()
  const taken = await waitFor('the takeover to have arrived', async () => {
    const chat = await rest.readChat(guest.chatId)
    return chat.user === null ? null : chat
  })
  await agent.write('here I am')
  await guest.waitForStaffTexts(['here I am'], SETTLE_MS)
  await agent.waitUntilUnsent(0)
  const after = await rest.readChat(guest.chatId)
  expect(after.user?.name).toBe('Alex Kim')
  // A second takeover would begin anew.
  expect(after.pausedAt).toBe(taken.pausedAt)
  const calls = hotel.line.seen.slice(before).filter(isTakeover)
  const keys = calls.map((request) => request.headers['idempotency-key'])
  if (hotel.kind === 'extended') {
    // Repeated under the same key.
    expect(keys.length).toBeGreaterThan(1)
    expect(keys[0]).toBeTypeOf('string')
    expect(new Set(keys).size).toBe(1)
  } else {
    // Without keys the chat is read, and nothing is called again.
    expect(keys).toEqual([undefined])
  }
}
