import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { readField } from '#tests/support/api-client.ts'
import {
  DAY,
  FIRST_MOMENT,
  LAST_MOMENT,
  NEXT_DAY,
  startReportHotel,
  type ReportHotel,
} from '#tests/support/report-hotel.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

let hotel: ReportHotel
beforeAll(async () => {
  hotel = await startReportHotel()
})
afterAll(() => hotel.server.stop())

describe('the report of service', () => {
  it('is announced', async () => {
    const { body } = await hotel.manager.call('/api/capabilities')
    expect(readField(body, 'reports')).toEqual(['service', 'framing'])
  })

  it('has chats, channels, hours and staff on duty, and the days before', async () => {
    const { period, before, byChannel, byHourOfWeek } = await hotel.readReport('service', DAY)
    expect(period).toMatchObject({ chats: 3, messages: 9, botOnlyChats: 1, tickets: 0, ratings: 0 })
    expect(before).toMatchObject({ chats: 1, messages: 1, botOnlyChats: 0 })
    expect(byChannel).toEqual([
      { channel: 'web', chats: 2, messages: 8 },
      { channel: 'sms', chats: 1, messages: 1 },
    ])
    expect(byHourOfWeek).toHaveLength(7 * 24)
    const sunday = byHourOfWeek.filter(({ day }) => day === 0)
    expect(sunday.flatMap(({ hour, messages }) => (messages > 0 ? [[hour, messages]] : []))).toEqual([
      [0, 1],
      [3, 1],
      [12, 1],
      [23, 1],
    ])
    // The clock leaps over 2 o'clock; Maria, who is on two shifts, is one person.
    expect(sunday.map(({ onDuty }) => onDuty).slice(0, 13)).toEqual([2, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2.5, 3, 0])
    expect(byHourOfWeek.filter(({ day, onDuty }) => day !== 0 && onDuty > 0)).toEqual([])
  })

  it('times help requests, tickets and ratings', async () => {
    const { db } = hotel.server.context.store
    await help('early', true)
    await help('early', false)
    await help('late', true)
    await db
      .updateTable('helpRequests')
      .set({ askedAt: FIRST_MOMENT })
      .where('chatId', '=', 'early')
      .execute()
    await db.updateTable('helpRequests').set({ endedAt: LAST_MOMENT }).where('chatId', '=', 'early').execute()
    await db.updateTable('helpRequests').set({ askedAt: LAST_MOMENT }).where('chatId', '=', 'late').execute()
    expect((await hotel.readReport('live', DAY)).guestsNeedHelp).toBe(1)
    await addTicket('one', 'assigned')
    await addTicket('two', 'open')
    await db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', 'one').execute()
    await sql`insert into guest_ratings (id, chat_id, guest_id, asked_at, stars, rated_at) values
      ('r1', 'early', 'guest-early', ${FIRST_MOMENT}, 5, ${LAST_MOMENT}),
      ('r2', 'late', 'guest-late', ${FIRST_MOMENT}, 2, ${FIRST_MOMENT}),
      ('r3', 'late', 'guest-late', ${LAST_MOMENT}, null, null),
      ('r4', 'late', 'guest-late', ${LAST_MOMENT}, 1, ${NEXT_DAY})`.execute(db)
    const { period, byDepartment, ratings } = await hotel.readReport('service', DAY)
    const answerMs = Date.parse('2026-03-29T01:00:02.000Z') - Date.parse(FIRST_MOMENT)
    expect(period).toMatchObject({
      helpRequests: 2,
      medianAnswerMs: answerMs,
      p90AnswerMs: answerMs,
      medianHelpMs: Date.parse(LAST_MOMENT) - Date.parse(FIRST_MOMENT),
      tickets: 2,
      ratings: 2,
      averageRating: 3.5,
    })
    expect(ratings).toEqual([{ date: '2026-03-29', ratings: 2, average: 3.5 }])
    const closedAt = await db
      .selectFrom('tickets')
      .select('closedAt')
      .where('id', '=', 'one')
      .executeTakeFirst()
    expect(byDepartment).toEqual([
      {
        department: 'Front Desk',
        created: 2,
        stillOpen: 1,
        medianOpenMs: Number(closedAt?.closedAt?.getTime()) - Date.parse(FIRST_MOMENT),
      },
      { department: 'Housekeeping', created: 0, stillOpen: 0, medianOpenMs: null },
    ])
    await db.updateTable('tickets').set({ status: 'open' }).where('id', '=', 'one').execute()
    expect((await hotel.readReport('service', DAY)).byDepartment[0]).toMatchObject({
      stillOpen: 2,
      medianOpenMs: null,
    })
  })
})

async function help(chatId: string, needsHelp: boolean): Promise<void> {
  await writeChanges(hotel.server.context, async (tx) => {
    await lockChat(tx, chatId)
    return { value: null, changes: [{ type: 'needs_help', chatId, patch: { needsHelp } }] }
  })
}

async function addTicket(id: string, status: string): Promise<void> {
  const ticket = { id, status, title: id, description: id, queueId: 'front-desk', createdOn: FIRST_MOMENT }
  await hotel.server.context.store.db.insertInto('tickets').values(ticket).execute()
}
