import type { ServiceReport } from '#src/contract/reports.ts'
import type { Shift } from '#src/domain/duty/shift.ts'
import { listStretches } from '#src/domain/duty/week.ts'
import { weekdayOf, type Hour } from './calendar.ts'
import { Tally } from './tally.ts'

const DAY_HOURS = 24
const WEEK_HOURS = 7 * DAY_HOURS
/** Two places after the point are enough of a mean of people. */
const HUNDREDTHS = 100

/** Who of the staff the shifts put on duty. */
export interface Roster {
  shifts: readonly Shift[]
  userIds: ReadonlySet<string>
}

/** Guests' messages and staff on duty by hour of the week, of as many stretches as are added. */
export class HoursOfWeek {
  readonly #roster: Roster
  readonly #messages = new Tally<number>()
  readonly #people = new Tally<number>()
  readonly #time = new Tally<number>()

  constructor(roster: Roster) {
    this.#roster = roster
  }

  addMessages(hour: Hour, count: number): void {
    this.#messages.add(findCell(hour), count)
  }

  /** The time of hours that follow one another, and how many were on duty at each moment of it. */
  addTime(hours: readonly Hour[]): void {
    const [first] = hours
    const last = hours.at(-1)
    if (!first || !last) return
    const { shifts, userIds } = this.#roster
    const on = listStretches(shifts, { from: first.from, to: last.to }, (userId) => userIds.has(userId))
    let next = 0
    for (const hour of hours) {
      this.#time.add(findCell(hour), hour.to - hour.from)
      while ((on[next]?.to ?? Infinity) <= hour.from) next += 1
      for (let index = next; (on[index]?.from ?? Infinity) < hour.to; index += 1) {
        const stretch = on[index]
        if (!stretch) break
        const time = Math.min(stretch.to, hour.to) - Math.max(stretch.from, hour.from)
        const people = stretch.who.kind === 'everyone' ? userIds.size : stretch.who.userIds.length
        this.#people.add(findCell(hour), time * people)
      }
    }
  }

  list(): ServiceReport['byHourOfWeek'] {
    return Array.from({ length: WEEK_HOURS }, (_, cell) => {
      const time = this.#time.read(cell)
      const mean = time === 0 ? 0 : this.#people.read(cell) / time
      return {
        day: Math.floor(cell / DAY_HOURS),
        hour: cell % DAY_HOURS,
        messages: this.#messages.read(cell),
        onDuty: Math.round(mean * HUNDREDTHS) / HUNDREDTHS,
      }
    })
  }
}

function findCell({ day, hour }: Hour): number {
  return weekdayOf(day) * DAY_HOURS + hour
}
