import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportSchema, type Report, type ReportTitle } from '#src/contract/reports.ts'
import { readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addDays } from '#src/domain/reports/calendar.ts'
import { openGuest } from '#tests/support/guest.ts'
import { makeChat, makeHotel, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** The day on which Berlin's clocks go back: it has 25 hours. */
const DAY = '2026-10-25'
const NEXT_DAY = '2026-10-26'
const DAYS = `startDate=${DAY}T00:00:00.000Z&endDate=${NEXT_DAY}T23:59:59.999Z`

let server: TestServer
let manager: Client

beforeAll(async () => {
  const at = (time: string) => new Date(time)
  server = await startTestServer({
    settings: { hotelTimeZone: 'Europe/Berlin' },
    hotel: {
      ...makeHotel(),
      chats: [
        {
          ...makeChat('counted', { source: 'sms', guestId: 'ada', displayName: 'Ada' }),
          createdAt: at('2026-10-24T21:00:00.000Z'),
          messages: [
            { text: 'too early', sentByGuest: true, createdAt: at('2026-10-24T21:59:59.999Z') },
            { id: 'first', text: 'midnight', sentByGuest: true, createdAt: at('2026-10-24T22:00:00.000Z') },
            // The hour that comes twice.
            { text: 'bot', sentByGuest: false, createdAt: at('2026-10-25T00:30:00.000Z') },
            { text: 'bot', sentByGuest: false, createdAt: at('2026-10-25T01:30:00.000Z') },
            { text: 'a line', type: 'event', sentByGuest: false, createdAt: at('2026-10-25T02:00:00.000Z') },
            {
              id: 'last',
              text: 'Good evening',
              sentByGuest: false,
              user: refTo('maria'),
              createdAt: at('2026-10-25T22:59:59.999Z'),
            },
            { text: 'next day', sentByGuest: true, createdAt: at('2026-10-25T23:00:00.000Z') },
            { text: 'too late', sentByGuest: true, createdAt: at('2026-10-26T23:00:00.000Z') },
          ],
        },
      ],
    },
  })
  manager = await signIn(server, 'manager')
})
afterAll(() => server.stop())

async function read<T extends ReportTitle>(title: T, days = DAYS): Promise<Report<T>> {
  const { status, body } = await manager.call(`/analytics/${title}?${days}`)
  expect(status).toBe(200)
  const report = v.parse(reportSchema(title), body)
  expect(report.unreadable).toEqual([])
  return report
}

describe('GET /analytics/message', () => {
  it('counts the days of the hotel, to the millisecond, also where a day has 25 hours', async () => {
    const { data, timeZone } = await read('message')
    expect(timeZone).toBe('Europe/Berlin')
    expect(data.total).toEqual([
      { date: DAY, messages: 4 },
      { date: NEXT_DAY, messages: 1 },
    ])
    expect(data.totalByBot).toEqual([
      { date: DAY, messages: 2 },
      { date: NEXT_DAY, messages: 0 },
    ])
    expect(data.byAgent).toEqual([{ agent: refTo('maria').name, messages: 1 }])
    expect(data.byHour).toHaveLength(24)
    expect(data.byHour.filter(({ messages }) => messages > 0)).toEqual([
      { hour: 0, messages: 2 },
      { hour: 2, messages: 2 },
      { hour: 23, messages: 1 },
    ])
    expect(data.byDayOfWeek.map(({ messages }) => messages)).toEqual([4, 1, 0, 0, 0, 0, 0])
  })

  it('has every day of a range in which nothing was written, and of a leap day', async () => {
    const { data } = await read(
      'message',
      'startDate=2028-02-28T00:00:00.000Z&endDate=2028-03-01T23:59:59.999Z',
    )
    expect(data.total.map(({ date }) => date)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(data.total.every(({ messages }) => messages === 0)).toBe(true)
    expect(data.byAgent).toEqual([])
  })
})

describe('GET /analytics/live and /user', () => {
  it('says what the staff wrote last, and where', async () => {
    const { data } = await read('live')
    expect(data).toEqual({
      guestsNeedHelp: 0,
      lastAgentMessages: [
        {
          time: '2026-10-25T22:59:59.999Z',
          message: 'Good evening',
          agent: refTo('maria').name,
          chatId: 'counted',
          messageId: 'last',
        },
      ],
    })
  })

  it('counts a guest once in all, and on each day', async () => {
    const { data } = await read('user')
    expect(data.totalUsers).toBe(1)
    expect(data.usersByDate).toEqual([
      { date: DAY, users: 1 },
      { date: NEXT_DAY, users: 1 },
    ])
    expect(data.interactionsPerChat).toEqual([{ guest: 'Ada', interactions: 5, chatId: 'counted' }])
    expect(data.lastUsers).toEqual([])
  })
})

describe('GET /analytics/service', () => {
  it('says how long a guest waited, and what the bot did alone', async () => {
    const today = new Date().toISOString().slice(0, 10)
    // Berlin may have tomorrow already.
    const days = `startDate=${today}T00:00:00.000Z&endDate=${addDays(today, 1)}T23:59:59.999Z`
    const { data: before } = await read('service', days)
    const guest = await openGuest(server.url)
    await guest.say('I want to speak to a person, please')
    const agent = await signIn(server, 'agent')
    await waitFor('the chat to need help', async () =>
      readField((await agent.call(`/api/info/chats/${guest.chatId}`)).body, 'needsHelp'),
    )
    expect((await agent.call(`/api/takeover/pause/${guest.chatId}`)).status).toBe(200)
    const json = { text: 'Here I am.' }
    expect((await agent.call(`/api/takeover/send/${guest.chatId}`, { method: 'POST', json })).status).toBe(
      200,
    )
    expect((await agent.call(`/api/takeover/resolve/${guest.chatId}`)).status).toBe(200)
    const ticket = { queueId: 'front-desk', description: 'Towels', title: '101', status: 'open' }
    const { body } = await agent.call('/api/add-ticket', { method: 'POST', json: ticket })
    const operator = await signIn(server, 'operator')
    const id = v.parse(v.object({ id: v.string() }), body).id
    expect(
      (
        await operator.call(`/api/ticketing/Tickets/${id}`, {
          method: 'PUT',
          json: { ...ticket, status: 'closed' },
        })
      ).status,
    ).toBe(200)

    const { data } = await read('service', days)
    expect(data.period.helpRequests).toBe(before.period.helpRequests + 1)
    expect(data.period.medianAnswerMs).toBeGreaterThanOrEqual(0)
    expect(data.period.medianAnswerMs).toBeLessThan(60_000)
    expect(data.period.medianHelpMs).toBeGreaterThanOrEqual(data.period.medianAnswerMs ?? 0)
    expect(data.period.tickets).toBe(before.period.tickets + 1)
    expect(data.byDepartment).toContainEqual(
      expect.objectContaining({ department: 'Front Desk', created: 1, stillOpen: 0 }),
    )
    expect(data.byHourOfWeek).toHaveLength(168)
    const october = await read('service')
    expect(october.data.period).toMatchObject({ chats: 1, messages: 5, botOnlyChats: 0, averageRating: null })
    expect(october.data.before).toMatchObject({ chats: 1, messages: 1, botOnlyChats: 0 })
    expect(october.data.byChannel).toEqual([{ channel: 'sms', chats: 1, messages: 5 }])
  })
})

describe('what is no report', () => {
  it.each([
    ['', 422, 'startDate must be the bound of a day'],
    ['startDate=2026-11-01T00:00:00.000Z', 422, 'endDate must be the bound of a day'],
    [
      'startDate=2026-11-01T00:00:00.000Z&endDate=2026-10-31T23:59:59.999Z',
      422,
      'The range ends before it begins.',
    ],
    ['startDate=2026-02-30T00:00:00.000Z&endDate=2026-10-31T23:59:59.999Z', 422, 'no day of the calendar'],
    ['startDate=2010-01-01T00:00:00.000Z&endDate=2026-10-31T23:59:59.999Z', 422, 'ten years at most'],
    ["startDate=2026-11-01';--&endDate=2026-11-02", 422, 'startDate must be'],
  ])('%s: %i', async (days, status, words) => {
    const answer = await manager.call(`/analytics/message?${days}`)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(words)
  })

  it('is a title that nobody has', async () => {
    expect((await manager.call(`/analytics/goals?${DAYS}`)).status).toBe(404)
  })
})

describe('the specification alone', () => {
  it('counts UTC’s days, says no zone, and has no report of the service', async () => {
    const plain = await startTestServer({
      hotel: makeHotel(),
      settings: { capabilities: 'none', hotelTimeZone: 'Europe/Berlin' },
    })
    try {
      const client = await signIn(plain, 'manager')
      const { status, body } = await client.call(`/analytics/message?${DAYS}`)
      expect(status).toBe(200)
      expect(body).not.toHaveProperty('timeZone')
      expect((await client.call(`/analytics/service?${DAYS}`)).status).toBe(404)
    } finally {
      await plain.stop()
    }
  })
})
