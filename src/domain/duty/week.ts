import { listOffsets, readLocal, type Span } from './local-time.ts'
import { listOnTimes } from './on-duty.ts'
import { DAY_MS, type Shift } from './shift.ts'

const HOUR_MS = 3_600_000
const WEEK_DAYS = 7
const DAY_HOURS = 24
/** No clock is further than this from UTC, nor put back by more at once. */
const MARGIN_MS = 30 * HOUR_MS

/** Who is on duty: everyone, or these; nobody where there are none. */
export type OnDuty = { kind: 'everyone' } | { kind: 'some'; userIds: readonly string[] }

/** A stretch of time, ms, in which the same people are on duty. */
export interface Stretch extends Span {
  who: OnDuty
}

/**
 * An hour of a wall clock. `part`: for some of it nobody is on duty. `missing`: the clock is put forward over it. One that
 * it passes twice is both of them.
 */
export interface WeekHour {
  hour: number
  cover: 'nobody' | 'part' | 'all' | 'missing'
  /** Everybody who is on duty at some time of it. */
  who: OnDuty
}

export interface WeekDay {
  /** Days since 1970 of the calendar. */
  day: number
  hours: WeekHour[]
}

export interface DutyWeek extends Span {
  days: WeekDay[]
  /** The whole week, in the order of time, without a gap between them. */
  stretches: Stretch[]
}

/**
 * The seven days from today on, by the clock of `timeZone`: when who is on duty and when nobody is. `isThere` says whether
 * somebody still is among the staff: who is not, covers nothing.
 */
export function drawWeek(
  shifts: readonly Shift[],
  {
    now,
    timeZone,
    isThere = () => true,
  }: { now: Date; timeZone: string; isThere?: (userId: string) => boolean },
): DutyWeek {
  const today = readLocal(now, timeZone).day
  const around = { from: today * DAY_MS - MARGIN_MS, to: (today + WEEK_DAYS) * DAY_MS + MARGIN_MS }
  const offsets = listOffsets(around.from, around.to, timeZone)
  /** When the clock shows an hour of a day. */
  const findHour = (day: number, hour: number) =>
    offsets.flatMap(({ from, to, offsetMs }) => {
      const start = day * DAY_MS + hour * HOUR_MS - offsetMs
      return clip({ from: start, to: start + HOUR_MS }, { from, to })
    })
  const hours = Array.from({ length: WEEK_DAYS }, (_, index) =>
    Array.from({ length: DAY_HOURS }, (_unused, hour) => findHour(today + index, hour)),
  )
  const all = hours.flat(2)
  const week = {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
  }
  const stretches = listStretches(shifts, week, isThere)
  return {
    ...week,
    stretches,
    days: hours.map((spansOfDay, index) => ({
      day: today + index,
      hours: spansOfDay.map((spans, hour) => ({ hour, ...readCover(stretches, spans) })),
    })),
  }
}

export function isNobody(who: OnDuty): boolean {
  return who.kind === 'some' && who.userIds.length === 0
}

/** A stretch of time by who is on duty, in the order of time and without a gap. */
export function listStretches(
  shifts: readonly Shift[],
  week: Span,
  isThere: (userId: string) => boolean,
): Stretch[] {
  const times = shifts.flatMap((shift) => {
    const who = readWho(shift, isThere)
    return isNobody(who) ? [] : listOnTimes(shift, week).map((time) => ({ ...time, who }))
  })
  const edges = [...new Set([week.from, week.to, ...times.flatMap(({ from, to }) => [from, to])])]
  edges.sort((one, other) => one - other)
  const stretches: Stretch[] = []
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1] ?? week.to
    const who = joinWho(times.filter((time) => time.from <= from && time.to >= to).map((time) => time.who))
    const last = stretches.at(-1)
    if (last && isSameWho(last.who, who)) last.to = to
    else stretches.push({ from, to, who })
  }
  return stretches
}

function readCover(stretches: readonly Stretch[], spans: readonly Span[]): Pick<WeekHour, 'cover' | 'who'> {
  if (spans.length === 0) return { cover: 'missing', who: joinWho([]) }
  const met = stretches.filter((stretch) => spans.some((span) => clip(stretch, span).length > 0))
  const covered = met.filter(({ who }) => !isNobody(who))
  const cover = covered.length === 0 ? 'nobody' : covered.length < met.length ? 'part' : 'all'
  return { cover, who: joinWho(covered.map(({ who }) => who)) }
}

function readWho({ userIds }: Shift, isThere: (userId: string) => boolean): OnDuty {
  return userIds.length === 0 ? { kind: 'everyone' } : { kind: 'some', userIds: userIds.filter(isThere) }
}

function joinWho(those: readonly OnDuty[]): OnDuty {
  if (those.some(({ kind }) => kind === 'everyone')) return { kind: 'everyone' }
  const userIds = new Set(those.flatMap((who) => (who.kind === 'some' ? who.userIds : [])))
  return { kind: 'some', userIds: [...userIds].sort() }
}

function isSameWho(one: OnDuty, other: OnDuty): boolean {
  if (one.kind === 'everyone' || other.kind === 'everyone') return one.kind === other.kind
  return one.userIds.join('\n') === other.userIds.join('\n')
}

/** What two spans have in common; none where that is nothing. */
function clip(one: Span, other: Span): Span[] {
  const common = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
  return common.from < common.to ? [common] : []
}
