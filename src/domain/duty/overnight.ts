import { DAY_MINUTES } from './shift.ts'

/** The times of a row of the list, minutes of the day; an overnight shift is two rows with one `shiftId`. */
export interface Times {
  start: number
  end: number
  /** Empty: the row stands for itself. */
  shiftId: string
}

/** A row that is a shift, or the part of one before midnight with the part after it. */
export interface Night<Row> {
  row: Row
  morning: Row | null
}

/**
 * The shifts that rows stand for (CONTRACT section 6): two with one `shiftId` that meet at midnight are one. In the order
 * of the rows, a night in the place of its part before midnight. Rows that `read` knows nothing of stand for themselves.
 */
export function pairNights<Row>(rows: readonly Row[], read: (row: Row) => Times): Night<Row>[] {
  const mornings = rows.filter((row) => {
    const { start, shiftId } = read(row)
    return shiftId !== '' && start === 0
  })
  const taken = new Set<Row>()
  const nights = rows.map((row): Night<Row> => {
    const { start, end, shiftId } = read(row)
    if (end !== DAY_MINUTES || start === 0) return { row, morning: null }
    const morning = mornings.find((other) => {
      const times = read(other)
      return times.shiftId === shiftId && times.end < start && !taken.has(other)
    })
    if (morning === undefined) return { row, morning: null }
    taken.add(morning)
    return { row, morning }
  })
  return nights.filter(({ row }) => !taken.has(row))
}

/** Times of day as a person gives them, `HH:mm`; the end of a day may be `24:00`. */
export interface DayTimes {
  shiftStart: string
  shiftEnd: string
}

export const MIDNIGHT = '00:00'
export const END_OF_DAY = '24:00'

/**
 * The intervals of a shift: one, or two where its end is earlier than its start: midnight to the end, and the start to
 * midnight (specification section 5). `first` is the one in which the shift begins. An end at midnight is the day's end.
 */
export function splitShift({ shiftStart, shiftEnd }: DayTimes): {
  first: DayTimes
  morning: DayTimes | null
} {
  if (shiftEnd === MIDNIGHT) return { first: { shiftStart, shiftEnd: END_OF_DAY }, morning: null }
  if (shiftEnd > shiftStart) return { first: { shiftStart, shiftEnd }, morning: null }
  return {
    first: { shiftStart, shiftEnd: END_OF_DAY },
    morning: { shiftStart: MIDNIGHT, shiftEnd },
  }
}
