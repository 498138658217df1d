import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dateIn, weekdayOf } from '#src/domain/reports/calendar.ts'
import { readMessageReport } from '#server/store/reports/message-report.ts'
import { readUserReport } from '#server/store/reports/user-report.ts'
import { makeChat, makeHotel, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const RUNS = 200
const DAY_MS = 86_400_000
const CHATS = ['one', 'two', 'three']

/** Zones with the middle of what is counted: nights on which their clocks change, or a day that never was. */
const PLACES = [
  { timeZone: 'UTC', middle: '2026-01-01' },
  { timeZone: 'Europe/Berlin', middle: '2026-03-29' },
  { timeZone: 'Europe/Berlin', middle: '2026-10-25' },
  { timeZone: 'America/New_York', middle: '2026-03-08' },
  { timeZone: 'America/New_York', middle: '2026-11-01' },
  { timeZone: 'Asia/Kolkata', middle: '2026-06-01' },
  { timeZone: 'Asia/Kathmandu', middle: '2028-02-29' },
  { timeZone: 'Australia/Lord_Howe', middle: '2026-04-05' },
  { timeZone: 'Australia/Lord_Howe', middle: '2026-10-04' },
  // The clock goes back to midnight: that hour of the day comes twice.
  { timeZone: 'America/Havana', middle: '2026-11-01' },
  { timeZone: 'Pacific/Apia', middle: '2011-12-30' },
]

interface Written {
  at: number
  chatId: string
  by: 'guest' | 'bot' | 'agent' | 'maria' | 'event'
}

let server: TestServer
beforeAll(async () => {
  const chats = CHATS.map((id) => ({
    ...makeChat(id),
    guestId: id === 'three' ? 'guest-two' : `guest-${id}`,
    messages: [],
  }))
  server = await startTestServer({ hotel: { ...makeHotel(), chats } })
})
afterAll(() => server.stop())

const placeArbitrary = fc.constantFrom(...PLACES).chain(({ timeZone, middle }) => {
  const noon = Date.parse(`${middle}T12:00:00.000Z`)
  const at = fc.oneof(
    fc.integer({ min: noon - 3 * DAY_MS, max: noon + 3 * DAY_MS }),
    // About midnights, to the millisecond, of every offset that there is.
    fc
      .tuple(fc.integer({ min: -12, max: 12 }), fc.integer({ min: 0, max: 95 }), fc.constantFrom(-1, 0, 1))
      .map(([halves, quarter, ms]) => noon + (halves * DAY_MS) / 2 + quarter * 900_000 + ms),
  )
  const message = fc.record({
    at,
    chatId: fc.constantFrom(...CHATS),
    by: fc.constantFrom<Written['by']>('guest', 'bot', 'agent', 'maria', 'event'),
  })
  return fc.record({
    timeZone: fc.constant(timeZone),
    from: fc.integer({ min: -3, max: 1 }).map((days) => addDays(middle, days)),
    length: fc.integer({ min: 1, max: 4 }),
    messages: fc.uniqueArray(message, {
      minLength: 1,
      maxLength: 30,
      selector: ({ chatId, at: time }) => `${chatId} ${time}`,
    }),
  })
})

it(`counts what is counted by hand, in every zone and over every change of the clocks (${RUNS} sets)`, async () => {
  await fc.assert(
    fc.asyncProperty(placeArbitrary, async ({ timeZone, from, length, messages }) => {
      const days = { from, to: addDays(from, length - 1), timeZone }
      await write(messages)
      const report = await readMessageReport(server.context.store.db, days)
      const counted = messages.filter(({ at, by }) => by !== 'event' && isWithin(at, days))
      expect(report.total).toEqual(countDays(days, counted))
      expect(report.totalByBot).toEqual(
        countDays(
          days,
          counted.filter(({ by }) => by === 'bot'),
        ),
      )
      expect(report.byHour.map(({ messages: count }) => count)).toEqual(
        countPlaces(24, counted, (at) => hourIn(at, timeZone)),
      )
      expect(report.byDayOfWeek.map(({ messages: count }) => count)).toEqual(
        countPlaces(7, counted, (at) => weekdayOf(dateIn(at, timeZone))),
      )
      for (const name of ['agent', 'maria'] as const) {
        const count = counted.filter(({ by }) => by === name).length
        const row = report.byAgent.find(({ agent }) => agent === refTo(name).name)
        expect(row?.messages ?? 0).toBe(count)
      }
      const users = await readUserReport(server.context.store.db, days)
      const byGuests = messages.filter(({ at, by }) => by === 'guest' && isWithin(at, days))
      expect(users.totalUsers).toBe(countGuests(byGuests))
      expect(users.usersByDate).toEqual(
        listDays(days).map((date) => ({
          date,
          users: countGuests(byGuests.filter(({ at }) => dateIn(at, timeZone) === date)),
        })),
      )
      expect(users.interactionsPerChat.reduce((sum, { interactions }) => sum + interactions, 0)).toBe(
        counted.length,
      )
    }),
    { numRuns: RUNS },
  )
}, 120_000)

async function write(messages: readonly Written[]): Promise<void> {
  const { db } = server.context.store
  await db.deleteFrom('messages').execute()
  await db
    .insertInto('messages')
    .values(
      messages.map(({ at, chatId, by }, index) => ({
        id: `m${index}`,
        chatId,
        text: 'words',
        sentByGuest: by === 'guest',
        type: by === 'event' ? 'event' : 'text',
        createdAt: new Date(at),
        attachments: '[]',
        userId: by === 'agent' || by === 'maria' ? refTo(by).id : null,
        userName: by === 'agent' || by === 'maria' ? refTo(by).name : null,
        clientId: null,
      })),
    )
    .execute()
}

interface Days {
  from: string
  to: string
  timeZone: string
}

function isWithin(at: number, { from, to, timeZone }: Days): boolean {
  const date = dateIn(at, timeZone)
  return date >= from && date <= to
}

function listDays({ from, to }: Days): string[] {
  const dates = [from]
  for (let date = from; date < to;) dates.push((date = addDays(date, 1)))
  return dates
}

function countDays(days: Days, messages: readonly Written[]) {
  return listDays(days).map((date) => ({
    date,
    messages: messages.filter(({ at }) => dateIn(at, days.timeZone) === date).length,
  }))
}

function countPlaces(
  places: number,
  messages: readonly Written[],
  placeOf: (at: number) => number,
): number[] {
  return Array.from(
    { length: places },
    (_, place) => messages.filter(({ at }) => placeOf(at) === place).length,
  )
}

function hourIn(at: number, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at))
}

/** The chats `two` and `three` are one guest's. */
function countGuests(messages: readonly Written[]): number {
  return new Set(messages.map(({ chatId }) => (chatId === 'three' ? 'two' : chatId))).size
}
