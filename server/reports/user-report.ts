import type { UserReport } from '#src/contract/reports.ts'
import { countVisits } from '../store/reports/count-messages.ts'
import { readGuestNames, readLastGuests } from '../store/reports/read-guests.ts'
import type { Db } from '../store/store.ts'
import { listDays, measureDays, nameDay, type Calendar } from './calendar.ts'
import { Tally } from './tally.ts'

const MOST_CHATS = 100
const LAST_USERS = 25

export async function makeUserReport(db: Db, calendar: Calendar): Promise<UserReport> {
  const guests = new Set<string>()
  const guestsByDay = new Map<number, Set<string>>()
  const byChat = new Tally<string>()
  for (const stretch of calendar.stretches) {
    const { ruler, days } = measureDays(stretch)
    for (const { place, chatId, guestId, messages, byGuest } of await countVisits(db, ruler)) {
      const day = days[place]
      byChat.add(chatId, messages)
      if (day === undefined || byGuest === 0) continue
      guests.add(guestId)
      const ofDay = guestsByDay.get(day) ?? new Set()
      guestsByDay.set(day, ofDay.add(guestId))
    }
  }
  const last = await readLastGuests(db, calendar.spans, LAST_USERS)
  return {
    totalUsers: guests.size,
    usersByDate: listDays(calendar).map((day) => ({
      date: nameDay(day),
      users: guestsByDay.get(day)?.size ?? 0,
    })),
    interactionsPerChat: await nameChats(db, byChat.list().slice(0, MOST_CHATS)),
    lastUsers: last.map(({ createdAt, ...guest }) => ({ ...guest, createdAt: createdAt.toISOString() })),
  }
}

async function nameChats(
  db: Db,
  chats: readonly [string, number][],
): Promise<UserReport['interactionsPerChat']> {
  const names = await readGuestNames(
    db,
    chats.map(([chatId]) => chatId),
  )
  return chats.map(([chatId, interactions]) => ({ guest: names.get(chatId) ?? '', interactions, chatId }))
}
