import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readField } from '#tests/support/api-client.ts'
import {
  DAY,
  LAST_MOMENT,
  startReportHotel,
  THREE_DAYS,
  type ReportHotel,
} from '#tests/support/report-hotel.ts'

let hotel: ReportHotel
beforeAll(async () => {
  hotel = await startReportHotel()
})
afterAll(() => hotel.server.stop())

const countOf = (rows: { messages: number }[]) => rows.filter(({ messages }) => messages > 0)

describe('the report of messages', () => {
  it('counts the day of the hotel’s clock, and neither events nor neighbouring days', async () => {
    const { byAgent, byDayOfWeek, byHour, total, totalByBot } = await hotel.readReport('message', DAY)
    expect(byAgent).toEqual([
      { agent: 'Maria', messages: 2 },
      { agent: 'Agent', messages: 1 },
    ])
    expect(byDayOfWeek.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(countOf(byDayOfWeek)).toEqual([{ day: 0, messages: 9 }])
    expect(byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    expect(countOf(byHour)).toEqual([
      { hour: 0, messages: 1 },
      { hour: 1, messages: 1 },
      { hour: 3, messages: 4 },
      { hour: 12, messages: 2 },
      { hour: 23, messages: 1 },
    ])
    expect(total).toEqual([{ date: '2026-03-29', messages: 9 }])
    expect(totalByBot).toEqual([{ date: '2026-03-29', messages: 2 }])
  })

  it('has every date of its range, those too on which nothing was', async () => {
    const { total } = await hotel.readReport('message', 'startDate=2028-02-28&endDate=2028-03-01')
    expect(total).toEqual([
      { date: '2028-02-28', messages: 0 },
      { date: '2028-02-29', messages: 0 },
      { date: '2028-03-01', messages: 0 },
    ])
    expect((await hotel.readReport('message', THREE_DAYS)).total.map(({ messages }) => messages)).toEqual([
      1, 9, 1,
    ])
  })

  it('calls somebody who was removed as they were called', async () => {
    const { db } = hotel.server.context.store
    await sql`insert into users (id, username, name, role) values ('user-former', 'former', 'Former', 0)`.execute(
      db,
    )
    const written = { user_id: 'user-former', user_name: 'Former' }
    await sql`insert into messages (id, chat_id, text, sent_by_guest, type, created_at, user_id, user_name)
      values ('former', 'bot-only', 'Good night', false, 'text', '2026-05-02T10:00:00Z', ${written.user_id}, ${written.user_name})`.execute(
      db,
    )
    await sql`delete from users where id = 'user-former'`.execute(db)
    const { byAgent } = await hotel.readReport('message', 'startDate=2026-05-01&endDate=2026-05-30')
    expect(byAgent).toEqual([{ agent: 'Former', messages: 1 }])
  })
})

describe('the report of guests', () => {
  it('counts a guest once, and once on each day', async () => {
    const report = await hotel.readReport('user', THREE_DAYS)
    expect(report).toMatchObject({
      totalUsers: 2,
      usersByDate: [
        { date: '2026-03-28', users: 1 },
        { date: '2026-03-29', users: 2 },
        { date: '2026-03-30', users: 0 },
      ],
      interactionsPerChat: [
        { guest: 'Guest of early', interactions: 7, chatId: 'early' },
        { interactions: 2 },
        { interactions: 2 },
      ],
    })
    expect(report.lastUsers).toEqual([
      { id: 'late', displayName: 'Guest of late', source: 'sms', createdAt: LAST_MOMENT },
      {
        id: 'bot-only',
        displayName: 'Guest of bot-only',
        source: 'web',
        createdAt: '2026-03-29T10:00:00.000Z',
      },
    ])
  })
})

describe('the report of what is on now', () => {
  it('has who needs help and what staff wrote last, with where it is', async () => {
    const { guestsNeedHelp, lastAgentMessages } = await hotel.readReport(
      'live',
      'startDate=2026-03-01&endDate=2026-03-02',
    )
    expect(guestsNeedHelp).toBe(0)
    const ofMarch = lastAgentMessages.filter(({ chatId }) => chatId === 'early')
    expect(ofMarch.map(({ agent, time }) => [agent, time.slice(11)])).toEqual([
      ['Maria', '01:00:04.000Z'],
      ['Agent', '01:00:03.000Z'],
      ['Maria', '01:00:02.000Z'],
    ])
    const { messageId } = ofMarch[0] ?? {}
    expect((await hotel.manager.call(`/api/info/message/${messageId}`)).body).toMatchObject({
      chatId: 'early',
    })
  })
})

describe('a report that can’t be', () => {
  it.each([
    ['', "'startDate' is missing"],
    ['startDate=2026-03-29', "'endDate' is missing"],
    ['startDate=2026-03-29&endDate=', "'endDate' is missing"],
    ['startDate=yesterday&endDate=2026-03-29', "'startDate' must be a day"],
    ['startDate=2026-02-29&endDate=2026-03-29', "'startDate' must be a day"],
    ['startDate=2026-03-29&endDate=2026-03-29T24:61:00Z', "'endDate' must be a day"],
    ['startDate=1969-12-31&endDate=1970-01-01', '1970 to 9998'],
    ['startDate=2026-03-29&endDate=2026-03-28', 'ends before it begins'],
    ['startDate=2016-03-29&endDate=2026-03-30', 'at most 10 years and a day'],
  ])('422: %s', async (query, words) => {
    for (const title of ['live', 'message', 'user', 'service']) {
      const { status, body } = await hotel.manager.call(`/analytics/${title}?${query}`)
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid' } })
      expect(readField(body, 'message')).toContain(words)
    }
  })

  it('is answered of ten years and a day', async () => {
    const { total } = await hotel.readReport('message', 'startDate=2016-03-29&endDate=2026-03-29')
    expect(total).toHaveLength(3_653)
    expect(total.at(-1)).toEqual({ date: '2026-03-29', messages: 9 })
  })

  it.each(['/analytics/goals', '/analytics/Live', '/analytics', '/analytics/live/more'])(
    '404: %s',
    async (path) => {
      const { status, body } = await hotel.manager.call(`${path}?${DAY}`)
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )
})
