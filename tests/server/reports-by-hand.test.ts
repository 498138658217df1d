import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCalendar } from '#server/reports/calendar.ts'
import { makeMessageReport } from '#server/reports/message-report.ts'
import { makeServiceReport } from '#server/reports/service-report.ts'
import { makeUserReport } from '#server/reports/user-report.ts'
import {
  createClock,
  readClock,
  ReportsByHand,
  type HandMessage,
  type HandRange,
  type ReportRows,
} from '#tests/support/reports-by-hand.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const SETS = 200
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
/** Times are so many days around the day of a place. */
const AROUND_DAYS = 3
const CHATS = ['c0', 'c1', 'c2', 'c3', 'c4']
const SOURCES = ['web', 'sms', 'facebook']

/** Zones, and a day of each: where the clock is put forward or back, by one hour, half or a whole day, also at midnight. */
const PLACES = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/St_Johns', '2010-11-07'],
  ['Asia/Kolkata', '2024-02-29'],
  ['Asia/Kathmandu', '2026-06-30'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Apia', '2011-12-30'],
  ['UTC', '2026-12-31'],
] as const

/** Times around a day, many of them where a day or an hour begins or ends. */
function arbitraryTime([timeZone, date]: (typeof PLACES)[number]): fc.Arbitrary<number> {
  const middle = Date.parse(date)
  const clock = createClock(timeZone)
  const quarters = Array.from(
    { length: (2 * AROUND_DAYS * DAY_MS) / QUARTER_MS },
    (_, index) => middle - AROUND_DAYS * DAY_MS + index * QUARTER_MS,
  )
  const isMidnight = (time: number) =>
    readClock(clock, time).clock === '00:00:00' ||
    readClock(clock, time).date !== readClock(clock, time - 1).date
  const [first = 0, last = 0] = [quarters[0], quarters.at(-1)]
  return fc.oneof(
    { weight: 3, arbitrary: edgeOf(quarters.filter(isMidnight)) },
    { weight: 2, arbitrary: edgeOf(quarters) },
    { weight: 2, arbitrary: fc.integer({ min: first, max: last }) },
  )
}

/** At a time or the last moment before it. */
function edgeOf(times: number[]): fc.Arbitrary<number> {
  return fc.tuple(fc.constantFrom(...times), fc.constantFrom(-1, 0, 1)).map(([time, more]) => time + more)
}

const dataSet = fc.constantFrom(...PLACES).chain((place) => {
  const time = arbitraryTime(place)
  const [timeZone, date] = place
  const chatId = fc.constantFrom(...CHATS)
  const by = fc.constantFrom<HandMessage['by']>('guest', 'guest', 'bot', 'event', 'note', 'agent', 'maria')
  const chats = fc.tuple(
    ...CHATS.map((id) =>
      fc.record({
        id: fc.constant(id),
        source: fc.constantFrom(...SOURCES),
        guestId: fc.constantFrom('ann', 'bob', null),
        createdAt: time,
      }),
    ),
  )
  const rows: fc.Arbitrary<ReportRows> = fc.record({
    chats,
    messages: fc.uniqueArray(fc.record({ chatId, createdAt: time, by }), {
      minLength: 5,
      maxLength: 40,
      selector: (message) => `${message.chatId} ${message.createdAt}`,
    }),
    helpRequests: fc
      .uniqueArray(fc.record({ chatId, askedAt: time, forMs: fc.option(fc.nat(DAY_MS)) }), {
        maxLength: 8,
        selector: ({ chatId: ofChat, askedAt }) => `${ofChat} ${askedAt}`,
      })
      .map((requests) => requests.map(describeRequest)),
    ratings: fc.array(fc.record({ chatId, ratedAt: time, stars: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 5,
    }),
    tickets: fc.array(fc.record({ createdAt: time }), { maxLength: 4 }),
  })
  const range: fc.Arbitrary<HandRange> = fc
    .tuple(fc.integer({ min: -2, max: 1 }), fc.integer({ min: 0, max: 3 }))
    .map(([from, more]) => ({ first: moveDate(date, from), last: moveDate(date, from + more), timeZone }))
  return fc.record({ rows, range })
})

/** A chat has one request at most that has not ended. */
function describeRequest(
  { chatId, askedAt, forMs }: { chatId: string; askedAt: number; forMs: number | null },
  index: number,
  all: readonly { chatId: string }[],
): ReportRows['helpRequests'][number] {
  const isFirst = all.findIndex((other) => other.chatId === chatId) === index
  return { chatId, askedAt, endedAt: isFirst && forMs === null ? null : askedAt + (forMs ?? 0) }
}

/** At a minute past midnight the clock is put back into the day before: a minute of the next day is in the midst of it. */
const MINUTE_OF_TOMORROW: { rows: ReportRows; range: HandRange } = {
  rows: {
    chats: [{ id: 'c0', source: 'web', guestId: null, createdAt: Date.parse('2010-11-07T02:29:00Z') }],
    messages: ['2010-11-07T02:29:59.999Z', '2010-11-07T02:30:30.000Z', '2010-11-07T02:31:00.000Z'].map(
      (text) => ({ chatId: 'c0', createdAt: Date.parse(text), by: 'guest' }),
    ),
    helpRequests: [],
    ratings: [],
    tickets: [],
  },
  range: { first: '2010-11-06', last: '2010-11-06', timeZone: 'America/St_Johns' },
}

function moveDate(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    hotel: { departments: [{ id: 'desk', name: 'Desk', isAdmin: true }] },
  })
})
afterAll(() => server.stop())

async function writeRows({ chats, messages, helpRequests, ratings, tickets }: ReportRows): Promise<void> {
  await server.context.store.transact(async (tx) => {
    await tx.deleteFrom('chats').execute()
    await tx.deleteFrom('tickets').execute()
    const named = chats.map((chat) => ({
      ...chat,
      displayName: chat.id,
      botName: 'Bell',
      createdAt: at(chat.createdAt),
    }))
    await tx.insertInto('chats').values(named).execute()
    await tx.insertInto('messages').values(messages.map(describeMessage)).execute()
    if (helpRequests.length > 0) {
      const timed = helpRequests.map(({ chatId, askedAt, endedAt }) => ({
        chatId,
        askedAt: at(askedAt),
        endedAt: endedAt === null ? null : at(endedAt),
      }))
      await tx.insertInto('helpRequests').values(timed).execute()
    }
    if (ratings.length > 0) {
      const given = ratings.map(({ chatId, ratedAt, stars }, index) => ({
        id: `rating-${index}`,
        chatId,
        guestId: chatId,
        askedAt: at(ratedAt),
        ratedAt: at(ratedAt),
        stars,
      }))
      await tx.insertInto('guestRatings').values(given).execute()
    }
    if (tickets.length > 0) {
      const ticket = { title: '', description: '', queueId: 'desk', status: 'open' }
      const written = tickets.map(({ createdAt }, index) => ({
        ...ticket,
        id: `ticket-${index}`,
        createdOn: at(createdAt),
      }))
      await tx.insertInto('tickets').values(written).execute()
    }
  })
}

function describeMessage({ chatId, createdAt, by }: HandMessage, index: number) {
  const user =
    by === 'agent' || by === 'maria' || by === 'note' ? `user-${by === 'maria' ? by : 'agent'}` : null
  return {
    id: `message-${index}`,
    chatId,
    text: by,
    createdAt: at(createdAt),
    sentByGuest: by === 'guest',
    type: by === 'event' ? 'event' : 'text',
    attachments: '[]',
    userId: user,
    staffOnly: by === 'note',
  }
}

function at(time: number): Date {
  return new Date(time)
}

/** What is of one size comes in any order. */
function sortBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return [...rows].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

function toDays({ first, last }: HandRange) {
  return { first: Date.parse(first) / DAY_MS, last: Date.parse(last) / DAY_MS }
}

async function check({ rows, range }: { rows: ReportRows; range: HandRange }): Promise<void> {
  await writeRows(rows)
  const { db } = server.context.store
  const days = toDays(range)
  const calendar = createCalendar(days, range.timeZone)
  const byHand = new ReportsByHand(rows, range)
  const message = await makeMessageReport(db, calendar)
  expect({ ...message, byAgent: sortBy(message.byAgent, ({ agent }) => agent) }).toEqual(
    byHand.countMessages(),
  )
  const user = await makeUserReport(db, calendar)
  expect({
    ...user,
    interactionsPerChat: sortBy(user.interactionsPerChat, ({ guest }) => guest),
    lastUsers: user.lastUsers.map(({ id }) => id),
  }).toEqual(byHand.countUsers())
  const { period, before, byChannel, ratings, byHourOfWeek } = await makeServiceReport(db, calendar)
  expect(period).toEqual(byHand.countFigures())
  const service = byHand.countService()
  expect(sortBy(byChannel, ({ channel }) => channel)).toEqual(
    sortBy(service.byChannel, ({ channel }) => channel),
  )
  expect(ratings).toEqual(service.ratings)
  expect(byHourOfWeek.map(({ messages }) => messages)).toEqual(service.heat)
  const length = days.last - days.first + 1
  const rangeBefore = { ...range, first: moveDate(range.first, -length), last: moveDate(range.first, -1) }
  expect(before).toEqual(new ReportsByHand(rows, rangeBefore).countFigures())
}

it(`counts what ${SETS} hotels have, by the clock of each, as it is counted by hand`, async () => {
  await fc.assert(fc.asyncProperty(dataSet, check), { numRuns: SETS, examples: [[MINUTE_OF_TOMORROW]] })
})
