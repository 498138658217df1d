import * as v from 'valibot'
import { expect } from 'vitest'
import type { BulkChat, BulkMessage } from '#server/store/bulk/bulk-hotel.ts'
import { reportSchema, type ReportData, type ReportTitle } from '#src/contract/reports.ts'
import { signIn, type Client } from './api-client.ts'
import { makeChat, refTo } from './test-hotel.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** The night in which Berlin's clock is put forward: the 29th begins at 23:00 UTC and ends at 22:00. */
export const FIRST_MOMENT = '2026-03-28T23:00:00.000Z'
export const LAST_MOMENT = '2026-03-29T21:59:59.999Z'
export const NEXT_DAY = '2026-03-29T22:00:00.000Z'
const DAY_BEFORE = '2026-03-28T22:59:59.999Z'
export const DAY = 'startDate=2026-03-29T00:00:00.000Z&endDate=2026-03-29T23:59:59.999Z'
export const THREE_DAYS = 'startDate=2026-03-28T00:00:00.000Z&endDate=2026-03-30T23:59:59.999Z'

const guest = (at: string): BulkMessage => ({ text: 'Hello?', sentByGuest: true, createdAt: new Date(at) })
const bot = (at: string): BulkMessage => ({ ...guest(at), sentByGuest: false })
const staff = (username: string, at: string): BulkMessage => ({ ...bot(at), user: refTo(username) })
const event = (at: string): BulkMessage => ({ ...bot(at), type: 'event' })
const CHATS: BulkChat[] = [
  makeChat('early', {
    createdAt: new Date(DAY_BEFORE),
    messages: [
      guest(DAY_BEFORE),
      guest(FIRST_MOMENT),
      bot('2026-03-29T00:59:59.999Z'),
      guest('2026-03-29T01:00:00.000Z'),
      event('2026-03-29T01:00:01.000Z'),
      staff('maria', '2026-03-29T01:00:02.000Z'),
      staff('agent', '2026-03-29T01:00:03.000Z'),
      staff('maria', '2026-03-29T01:00:04.000Z'),
    ],
  }),
  makeChat('late', {
    source: 'sms',
    createdAt: new Date(LAST_MOMENT),
    messages: [guest(LAST_MOMENT), bot(NEXT_DAY)],
  }),
  makeChat('bot-only', {
    guestId: 'guest-early',
    createdAt: new Date('2026-03-29T10:00:00.000Z'),
    messages: [guest('2026-03-29T10:00:00.000Z'), bot('2026-03-29T10:00:01.000Z')],
  }),
]

/** A server of a hotel in Berlin, and what its manager is told. */
export interface ReportHotel {
  server: TestServer
  manager: Client
  /** Expects an answer that is wholly readable. */
  readReport<T extends ReportTitle>(title: T, query: string): Promise<ReportData[T]>
}

export async function startReportHotel(): Promise<ReportHotel> {
  const server = await startTestServer({
    settings: { hotelTimeZone: 'Europe/Berlin' },
    hotel: {
      chats: CHATS,
      departments: [
        { id: 'front-desk', name: 'Front Desk', isAdmin: true },
        { id: 'housekeeping', name: 'Housekeeping', isAdmin: false },
      ],
      botConfigs: [
        { type: 'agentOnDuty', config: describeShift('00:00', '12:00', ['user-agent', 'user-maria']) },
        { type: 'agentOnDuty', config: describeShift('10:30', '12:00', ['user-maria', 'user-admin']) },
      ],
    },
  })
  const manager = await signIn(server, 'manager')
  return {
    server,
    manager,
    async readReport(title, query) {
      const { status, body } = await manager.call(`/analytics/${title}?${query}`)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { name: title, timeZone: 'Europe/Berlin' },
      })
      const report = v.parse(reportSchema(title), body)
      expect(report.unreadable).toEqual([])
      return report.data
    },
  }
}

function describeShift(shiftStart: string, shiftEnd: string, userIds: string[]) {
  const days = { isEnabled: true, frequency: 'Daily', timeZone: 'Europe/Berlin' }
  return { ...days, name: 'Shift', message: '', shiftId: `from ${shiftStart}`, shiftStart, shiftEnd, userIds }
}
