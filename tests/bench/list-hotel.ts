import { generateScale } from '#server/demo/scale.ts'
import type { BulkHotel } from '#server/store/bulk/bulk-hotel.ts'

/** A quiet day's. */
const CHATS = 12
const DEPARTMENTS = ['Housekeeping', 'Maintenance', 'Concierge', 'Front Desk']
const THINGS = ['Towels', 'Late check-out', 'Wi-Fi', 'Parking', 'Breakfast', 'Baby cot', 'Air conditioning']
const STATUSES = ['open', 'assigned', 'blocked', 'closed']
const MINUTE_MS = 60_000
const pick = (words: readonly string[], index: number) => words[index % words.length] ?? ''

/** A hotel whose lists are as long as lists get: so many saved answers and tickets, and little else. */
export function makeLongLists(count: number, now = Date.now()): BulkHotel {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    chats: generateScale(CHATS, CHATS * 5, new Date(now)),
    departments: DEPARTMENTS.map((name, index) => ({ id: `queue-${index}`, name, isAdmin: false })),
    typicalAnswers: indexes.map((index) => ({
      label: `${pick(THINGS, index)} ${count - index}`,
      answer: `Dear {firstName}, about your question no. ${index}: ${pick(THINGS, index + 3).toLowerCase()} is taken care of.`,
    })),
    tickets: indexes.map((index) => ({
      id: `ticket-${index}`,
      createdOn: new Date(now - index * MINUTE_MS),
      createdBy: null,
      title: `Room ${100 + (index % 400)}`,
      description: `${pick(THINGS, index)} for the guest, please, no. ${index}.`,
      queueId: `queue-${index % DEPARTMENTS.length}`,
      agentId: null,
      status: pick(STATUSES, index),
      guestId: null,
      chatId: null,
      room: null,
    })),
  }
}
