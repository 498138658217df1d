import { BOT_NAME } from '../bot/bot-name.ts'
import type { BulkChat, BulkMessage, Rereadable } from '../store/bulk/bulk-hotel.ts'
import { ROOM_DIALOGS } from './dialogs/room.ts'
import { SERVICE_DIALOGS } from './dialogs/service.ts'
import { STAY_DIALOGS } from './dialogs/stay.ts'
import { GUEST_NAMES } from './guests.ts'
import { createRandom, type Random } from './random.ts'
import { findDemoUser } from './staff.ts'

const SEED = 7_041
const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** Each chat was last written to a little before the one above it in the list. */
const BETWEEN_CHATS_MS = 3 * MINUTE_MS
const SOURCES = ['web', 'sms', 'facebook'] as const
/** One chat in so many waits for a person, is held, or is paused by the bot. */
const EVERY_NEEDS_HELP = 50
const EVERY_HELD = 40
const HIGHEST_ID = 9_999_999

/** Of the chat at this place of the list, 0 the newest. As with real ids, of two chats the one that began later has the higher. */
export function scaleChatId(index: number): string {
  return `scale-${HIGHEST_ID - index}`
}

/**
 * A hotel of any size for measurements, given chat by chat so that it needs no memory: `chatCount` chats with
 * `messageCount` messages in all, spread evenly; times end at `now` (E5: `insertHotel` writes it in pages).
 */
export function generateScale(
  chatCount: number,
  messageCount: number,
  now = new Date(),
): Rereadable<BulkChat> {
  return { [Symbol.iterator]: () => generateChats(chatCount, messageCount, now) }
}

function* generateChats(chatCount: number, messageCount: number, now: Date): Generator<BulkChat> {
  const random = createRandom(SEED)
  const lines = [...ROOM_DIALOGS, ...SERVICE_DIALOGS, ...STAY_DIALOGS].flatMap((dialog) => dialog.lines)
  for (let index = 0; index < chatCount; index += 1) {
    const size =
      Math.floor(((index + 1) * messageCount) / chatCount) - Math.floor((index * messageCount) / chatCount)
    const endsAt = now.getTime() - index * BETWEEN_CHATS_MS - SECOND_MS
    const texts = Array.from({ length: size }, () => random.pick(random.pick(lines).wordings))
    yield makeChat(index, spreadMessages(texts, endsAt, random), new Date(endsAt))
  }
}

function makeChat(index: number, messages: BulkMessage[], endsAt: Date): BulkChat {
  const name = GUEST_NAMES[index % GUEST_NAMES.length]
  const isHelpRequest = index % EVERY_NEEDS_HELP === 1
  const isHeld = index % EVERY_HELD === 2
  const { id, name: holderName } = findDemoUser('maria')
  return {
    id: scaleChatId(index),
    displayName: `${name?.first ?? 'Guest'} ${name?.last ?? ''} ${index}`,
    source: SOURCES[index % SOURCES.length] ?? 'web',
    botName: BOT_NAME,
    createdAt: messages[0]?.createdAt ?? endsAt,
    updatedAt: endsAt,
    guestId: `scale-guest-${index}`,
    messages,
    ...(isHelpRequest ? { helpAt: endsAt, pausedAt: endsAt } : {}),
    ...(isHeld ? { pausedAt: endsAt, holder: { id, name: holderName } } : {}),
  }
}

/** Guest and bot in turn, the last one at `endsAt`. */
function spreadMessages(texts: readonly string[], endsAt: number, random: Random): BulkMessage[] {
  let time = endsAt
  const messages = texts.map((text, index): BulkMessage => {
    const createdAt = new Date(time)
    time -= random.between(SECOND_MS, MINUTE_MS)
    return { text, sentByGuest: (texts.length - index) % 2 === 1, createdAt }
  })
  return messages.reverse()
}
