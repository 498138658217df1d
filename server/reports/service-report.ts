import type { ServiceFigures, ServiceReport } from '#src/contract/reports.ts'
import { readShifts } from '../push/duty.ts'
import { readBotConfigs } from '../store/configuration/bot-configs.ts'
import { countByChat, countByChatAndChannel, countByPlace } from '../store/reports/count-messages.ts'
import { countTickets, readDepartments, readHelpFigures, sumRatings } from '../store/reports/read-service.ts'
import { readStaff } from '../store/staff/read-staff.ts'
import type { Db } from '../store/store.ts'
import { createCalendar, listDays, measureDays, measureHours, nameDay, type Calendar } from './calendar.ts'
import { ChatsServed } from './chats-served.ts'
import { HoursOfWeek, type Roster } from './hours-of-week.ts'
import { Tally } from './tally.ts'

/** How guests were served, with the days right before for comparison. Staff are on duty as the shifts say now (decision 043). */
export async function makeServiceReport(db: Db, calendar: Calendar): Promise<ServiceReport> {
  const served = new ChatsServed()
  const hours = new HoursOfWeek(await readRoster(db, calendar.timeZone))
  for (const stretch of calendar.stretches) {
    const ruler = measureHours(stretch)
    served.add(await countByChatAndChannel(db, ruler))
    hours.addTime(stretch)
    for (const { place, byGuest } of await countByPlace(db, ruler)) {
      const hour = stretch[place]
      if (hour) hours.addMessages(hour, byGuest)
    }
  }
  const ratings = await readRatings(db, calendar)
  return {
    period: await readFigures(db, calendar, served, ratings),
    before: await readFiguresBefore(db, calendar),
    byChannel: served.listByChannel(),
    byHourOfWeek: hours.list(),
    byDepartment: await readDepartments(db, calendar.spans),
    ratings: listDays(calendar).map((day) => ({
      date: nameDay(day),
      ratings: ratings.counts.read(day),
      average: findAverage(ratings.stars.read(day), ratings.counts.read(day)),
    })),
  }
}

async function readFiguresBefore(db: Db, { first, last, timeZone }: Calendar): Promise<ServiceFigures> {
  const calendar = createCalendar({ first: first - (last - first + 1), last: first - 1 }, timeZone)
  const served = new ChatsServed()
  for (const stretch of calendar.stretches) served.add(await countByChat(db, measureHours(stretch)))
  return readFigures(db, calendar, served, await readRatings(db, calendar))
}

async function readFigures(
  db: Db,
  { spans }: Calendar,
  served: ChatsServed,
  { counts, stars }: Ratings,
): Promise<ServiceFigures> {
  const ratings = sumAll(counts)
  return {
    ...served.count(),
    ...(await readHelpFigures(db, spans)),
    tickets: await countTickets(db, spans),
    ratings,
    averageRating: findAverage(sumAll(stars), ratings),
  }
}

async function readRoster(db: Db, timeZone: string): Promise<Roster> {
  const staff = await readStaff(db)
  const shifts = readShifts(await readBotConfigs(db, 'agentOnDuty'), timeZone)
  return { shifts, userIds: new Set(staff.map(({ id }) => id)) }
}

/** Ratings by day: how many, and all of their stars. */
interface Ratings {
  counts: Tally<number>
  stars: Tally<number>
}

async function readRatings(db: Db, { stretches }: Calendar): Promise<Ratings> {
  const counts = new Tally<number>()
  const stars = new Tally<number>()
  for (const stretch of stretches) {
    const { ruler, days } = measureDays(stretch)
    for (const sums of await sumRatings(db, ruler)) {
      const day = days[sums.place]
      if (day === undefined) continue
      counts.add(day, sums.ratings)
      stars.add(day, sums.stars)
    }
  }
  return { counts, stars }
}

function sumAll(tally: Tally<number>): number {
  return tally.list().reduce((sum, [, count]) => sum + count, 0)
}

function findAverage(stars: number, ratings: number): number | null {
  return ratings === 0 ? null : stars / ratings
}
