import type { MessageReport, ServiceFigures, ServiceReport, UserReport } from '#src/contract/reports.ts'

/** Rows as they are in the database, times in ms. */
export interface ReportRows {
  chats: { id: string; source: string; guestId: string | null; createdAt: number }[]
  messages: HandMessage[]
  helpRequests: { chatId: string; askedAt: number; endedAt: number | null }[]
  ratings: { chatId: string; ratedAt: number; stars: number }[]
  tickets: { createdAt: number }[]
}

export interface HandMessage {
  chatId: string
  createdAt: number
  by: 'guest' | 'bot' | 'event' | 'note' | 'agent' | 'maria'
}

/** Dates as `2026-11-25`, both included. */
export interface HandRange {
  first: string
  last: string
  timeZone: string
}

const DAY_MS = 86_400_000
const isStaff = ({ by }: HandMessage) => by === 'agent' || by === 'maria'
const isCounted = ({ by }: HandMessage) => by !== 'event' && by !== 'note'

/** Reports counted from the rows one by one, each time read by the platform's own clock of the zone. */
export class ReportsByHand {
  readonly #rows: ReportRows
  readonly #range: HandRange
  readonly #clock: Intl.DateTimeFormat

  constructor(rows: ReportRows, range: HandRange) {
    this.#rows = rows
    this.#range = range
    this.#clock = createClock(range.timeZone)
  }

  countMessages(): MessageReport {
    const messages = this.#within(this.#rows.messages).filter(isCounted)
    const times = messages.map(({ createdAt }) => this.#read(createdAt))
    const dates = listDates(this.#range)
    const ofBot = messages.filter(({ by }) => by === 'bot').map(({ createdAt }) => this.#read(createdAt))
    const byAgent = ['Agent', 'Maria'].map((agent) => ({
      agent,
      messages: messages.filter(({ by }) => by === agent.toLowerCase()).length,
    }))
    return {
      byAgent: byAgent.filter((row) => row.messages > 0),
      byDayOfWeek: count(7, (day) => times.filter(({ date }) => weekdayOf(date) === day).length).map(
        (number, day) => ({ day, messages: number }),
      ),
      byHour: count(24, (hour) => times.filter((time) => time.hour === hour).length).map((number, hour) => ({
        hour,
        messages: number,
      })),
      total: dates.map((date) => ({ date, messages: times.filter((time) => time.date === date).length })),
      totalByBot: dates.map((date) => ({
        date,
        messages: ofBot.filter((time) => time.date === date).length,
      })),
    }
  }

  countUsers(): Omit<UserReport, 'lastUsers'> & { lastUsers: string[] } {
    const messages = this.#within(this.#rows.messages).filter(isCounted)
    const guestOf = (chatId: string) => this.#rows.chats.find(({ id }) => id === chatId)?.guestId ?? chatId
    const wrote = messages.filter(({ by }) => by === 'guest')
    const begun = this.#within(this.#rows.chats).sort(
      (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
    )
    return {
      totalUsers: new Set(wrote.map(({ chatId }) => guestOf(chatId))).size,
      usersByDate: listDates(this.#range).map((date) => {
        const ofDate = wrote.filter(({ createdAt }) => this.#read(createdAt).date === date)
        return { date, users: new Set(ofDate.map(({ chatId }) => guestOf(chatId))).size }
      }),
      interactionsPerChat: this.#rows.chats
        .map(({ id }) => ({
          guest: id,
          chatId: id,
          interactions: messages.filter(({ chatId }) => chatId === id).length,
        }))
        .filter(({ interactions }) => interactions > 0),
      lastUsers: begun
        .filter(
          ({ guestId }, index) =>
            guestId === null || begun.findIndex((other) => other.guestId === guestId) === index,
        )
        .map(({ id }) => id),
    }
  }

  countFigures(): ServiceFigures {
    const messages = this.#within(this.#rows.messages).filter(isCounted)
    const ofChat = groupBy(messages, ({ chatId }) => chatId)
    const asked = this.#rows.helpRequests.filter(({ askedAt }) => this.#isIn(askedAt))
    const answers = asked.flatMap((request) => this.#findAnswerMs(request) ?? [])
    const ratings = this.#rows.ratings.filter(({ ratedAt }) => this.#isIn(ratedAt))
    const stars = ratings.reduce((sum, rating) => sum + rating.stars, 0)
    return {
      chats: ofChat.size,
      messages: messages.length,
      botOnlyChats: [...ofChat.values()].filter(
        (those) => those.some(({ by }) => by === 'bot') && !those.some(isStaff),
      ).length,
      helpRequests: asked.length,
      medianAnswerMs: findPercentile(answers, 0.5),
      p90AnswerMs: findPercentile(answers, 0.9),
      medianHelpMs: findPercentile(
        asked.flatMap(({ askedAt, endedAt }) => (endedAt === null ? [] : [endedAt - askedAt])),
        0.5,
      ),
      tickets: this.#within(this.#rows.tickets).length,
      ratings: ratings.length,
      averageRating: ratings.length === 0 ? null : stars / ratings.length,
    }
  }

  countService(): Pick<ServiceReport, 'byChannel' | 'ratings'> & { heat: number[] } {
    const messages = this.#within(this.#rows.messages).filter(isCounted)
    const times = messages.filter(({ by }) => by === 'guest').map(({ createdAt }) => this.#read(createdAt))
    const sourceOf = (chatId: string) => this.#rows.chats.find(({ id }) => id === chatId)?.source ?? ''
    const byChannel = groupBy(messages, ({ chatId }) => sourceOf(chatId))
    return {
      byChannel: [...byChannel].map(([channel, those]) => ({
        channel,
        chats: new Set(those.map(({ chatId }) => chatId)).size,
        messages: those.length,
      })),
      ratings: listDates(this.#range).map((date) => {
        const stars = this.#rows.ratings.flatMap((rating) =>
          this.#read(rating.ratedAt).date === date ? [rating.stars] : [],
        )
        const sum = stars.reduce((all, one) => all + one, 0)
        return { date, ratings: stars.length, average: stars.length === 0 ? null : sum / stars.length }
      }),
      heat: count(
        7 * 24,
        (cell) => times.filter(({ date, hour }) => weekdayOf(date) * 24 + hour === cell).length,
      ),
    }
  }

  #findAnswerMs({ chatId, askedAt }: { chatId: string; askedAt: number }): number | null {
    const next = this.#rows.helpRequests
      .filter((other) => other.chatId === chatId && other.askedAt > askedAt)
      .map((other) => other.askedAt)
    const answers = this.#rows.messages.filter(
      (message) =>
        message.chatId === chatId &&
        isStaff(message) &&
        message.createdAt > askedAt &&
        message.createdAt < Math.min(...next),
    )
    return answers.length === 0 ? null : Math.min(...answers.map(({ createdAt }) => createdAt)) - askedAt
  }

  #within<Row extends { createdAt: number }>(rows: readonly Row[]): Row[] {
    return rows.filter(({ createdAt }) => this.#isIn(createdAt))
  }

  #isIn(time: number): boolean {
    const { date } = this.#read(time)
    return date >= this.#range.first && date <= this.#range.last
  }

  #read(time: number): { date: string; hour: number } {
    return readClock(this.#clock, time)
  }
}

export function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
}

/** Sweden writes `2026-11-25 23:59:59`. */
export function readClock(clock: Intl.DateTimeFormat, time: number) {
  const text = clock.format(time)
  return { date: text.slice(0, 10), hour: Number(text.slice(11, 13)), clock: text.slice(11) }
}

/** The dates of a range, those too that the zone leaps over. */
function listDates({ first, last }: Pick<HandRange, 'first' | 'last'>): string[] {
  const dates: string[] = []
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY_MS)
    dates.push(new Date(time).toISOString().slice(0, 10))
  return dates
}

function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

function count(size: number, of: (index: number) => number): number[] {
  return Array.from({ length: size }, (_, index) => of(index))
}

/** Between the two nearest values in proportion, in whole ms; null of none. */
function findPercentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((one, other) => one - other)
  const place = share * (sorted.length - 1)
  const low = sorted[Math.floor(place)] ?? 0
  const high = sorted[Math.ceil(place)] ?? low
  return roundToEven(low + (place - Math.floor(place)) * (high - low))
}

/** As the database rounds a floating number: a half goes to the even neighbour. */
function roundToEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}
