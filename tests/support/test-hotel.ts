import type { BulkChat, BulkHotel, BulkMessage } from '#server/store/bulk/bulk-hotel.ts'
import { idOf, nameOf } from './test-server.ts'

const HOUR_MS = 3_600_000

/** A chat of a test hotel; `hoursAgo` is its last message. */
export function makeChat(
  id: string,
  chat: Partial<BulkChat> & { hoursAgo?: number; size?: number } = {},
): BulkChat {
  const { hoursAgo = 0.1, size = 2, ...fields } = chat
  const last = Date.now() - hoursAgo * HOUR_MS
  const messages = fields.messages ?? makeMessages(id, size, last)
  return {
    id,
    displayName: `Guest of ${id}`,
    source: 'web',
    botName: 'Bellhop',
    createdAt: new Date(last - size * 1_000 - 1_000),
    updatedAt: new Date(last),
    guestId: `guest-${id}`,
    ...fields,
    messages,
  }
}

/** `size` messages a second apart, guest and bot in turn, the last one at `last` (ms since 1970). */
function makeMessages(chatId: string, size: number, last: number): BulkMessage[] {
  return Array.from({ length: size }, (_, index) => ({
    id: `${chatId}-m${index}`,
    text: `message ${index} of ${chatId}`,
    sentByGuest: index % 2 === 0,
    createdAt: new Date(last - (size - 1 - index) * 1_000),
  }))
}

export function refTo(username: string): { id: string; name: string } {
  return { id: idOf(username), name: nameOf(username) }
}

/** One chat of every kind that the calls tell apart. */
export function makeHotel(): BulkHotel {
  return {
    isDemonstration: true,
    typicalAnswers: [
      { label: 'Breakfast', answer: 'From 7 to 10.' },
      { label: 'Wi-Fi', answer: 'The password is on your key card.' },
    ],
    departments: [
      { id: 'front-desk', name: 'Front Desk', isAdmin: true },
      { id: 'housekeeping', name: 'Housekeeping', isAdmin: false },
    ],
    chats: [
      makeChat('free'),
      makeChat('mine', { holder: refTo('agent'), pausedAt: new Date() }),
      makeChat('marias', { holder: refTo('maria'), pausedAt: new Date(), hoursAgo: 300 }),
      makeChat('bot-paused', { pausedAt: new Date() }),
      makeChat('helpless', { helpAt: new Date(Date.now() - 1_000), hoursAgo: 301 }),
      makeChat('sms', { source: 'sms', holder: refTo('agent'), pausedAt: new Date() }),
      makeChat('facebook', { source: 'facebook', holder: refTo('agent'), pausedAt: new Date() }),
      makeChat('facebook-late', {
        source: 'facebook',
        holder: refTo('agent'),
        pausedAt: new Date(),
        hoursAgo: 25,
      }),
      makeChat('telegram', { source: 'telegram', holder: refTo('agent'), pausedAt: new Date() }),
      makeChat('long', { size: 120, guestInfo: { rating: 4.5, fbData: { first_name: 'Ana' } } }),
      makeChat('empty', { size: 0 }),
      ...Array.from({ length: 8 }, (_, index) => makeChat(`old-${index}`, { hoursAgo: 24 * (20 + index) })),
    ],
  }
}
