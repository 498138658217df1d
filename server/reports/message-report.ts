import type { MessageReport } from '#src/contract/reports.ts'
import { countByPlace, countByUser } from '../store/reports/count-messages.ts'
import { readStaffNames } from '../store/reports/read-staff-messages.ts'
import type { Db } from '../store/store.ts'
import { listDays, measureHours, nameDay, weekdayOf, type Calendar } from './calendar.ts'
import { Tally } from './tally.ts'

const DAYS_OF_WEEK = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export async function makeMessageReport(db: Db, calendar: Calendar): Promise<MessageReport> {
  const byDate = new Tally<number>()
  const botByDate = new Tally<number>()
  const byHour = new Tally<number>()
  const byUser = new Tally<string>()
  for (const stretch of calendar.stretches) {
    const ruler = measureHours(stretch)
    for (const { place, messages, byBot } of await countByPlace(db, ruler)) {
      const hour = stretch[place]
      if (!hour) continue
      byDate.add(hour.day, messages)
      botByDate.add(hour.day, byBot)
      byHour.add(hour.hour, messages)
    }
    for (const { userId, messages } of await countByUser(db, ruler)) byUser.add(userId, messages)
  }
  const days = listDays(calendar)
  const names = await readStaffNames(
    db,
    byUser.list().map(([userId]) => userId),
    calendar.spans,
  )
  return {
    byAgent: byUser.list().map(([userId, messages]) => ({ agent: names.get(userId) ?? '', messages })),
    byDayOfWeek: DAYS_OF_WEEK.map((day) => ({ day, messages: sumDays(days, day, byDate) })),
    byHour: HOURS.map((hour) => ({ hour, messages: byHour.read(hour) })),
    total: days.map((day) => ({ date: nameDay(day), messages: byDate.read(day) })),
    totalByBot: days.map((day) => ({ date: nameDay(day), messages: botByDate.read(day) })),
  }
}

function sumDays(days: readonly number[], weekday: number, byDate: Tally<number>): number {
  return days.filter((day) => weekdayOf(day) === weekday).reduce((sum, day) => sum + byDate.read(day), 0)
}
