import { afterEach, beforeEach, expect, it } from 'vitest'
import { HELP_DIGEST_SECONDS } from '#server/alerts/limit-alerts.ts'
import { ALERTS_PER_HOUR } from '#src/contract/deliveries.ts'
import { startAlertHotel, type AlertHotel } from '#tests/support/alert-hotel.ts'
import { startMailEndpoint, type MailEndpoint } from '#tests/support/mail-endpoint.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What is due is in the database (E4): a stop, and another process, change nothing but the time. */
let database: TestDatabase
let mail: MailEndpoint
let sms: SmsEndpoint
const running: AlertHotel[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  mail = await startMailEndpoint()
  sms = await startSmsEndpoint()
})
afterEach(async () => {
  for (const hotel of running.splice(0)) await hotel.stop()
  await mail.stop()
  await sms.stop()
  await database.remove()
})

async function start(): Promise<AlertHotel> {
  const hotel = await startAlertHotel({ database, mail, sms })
  running.push(hotel)
  return hotel
}

it('a stop cuts what is being sent, and the next start sends it', async () => {
  const first = await start()
  await first.addAlert()
  await first.addAlert({ type: 'SMS', sendTo: '7025550199' })
  const never = new Promise<void>(() => undefined)
  mail.holdNext(never)
  sms.answerNext({ status: 201, hold: never })
  await first.requestHelp('cut')
  await waitFor('both to be on their way', () => mail.arrived.length === 1 && sms.arrived.length === 1)
  await first.stop()

  const second = await start()
  await second.settle()
  expect(mail.arrived.map(({ headers }) => headers.get('message-id'))).toEqual(
    Array.from({ length: 2 }, () => mail.arrived[0]?.headers.get('message-id')),
  )
  expect(sms.arrived).toHaveLength(2)
  const log = await second.readOf('cut')
  expect(log.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
})

if (isPostgresRun) {
  it('two processes send each alert once', async () => {
    const [one, other] = [await start(), await start()]
    await one.addAlert()
    await one.addAlert({ type: 'SMS', sendTo: '7025550199' })
    const ids = Array.from({ length: ALERTS_PER_HOUR.SMS }, (_, index) => `shared-${index}`)
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : other).requestHelp(id)))
    await waitFor('all alerts', async () => {
      const { deliveries } = await other.readLog('?limit=200')
      return deliveries.length === 2 * ids.length && deliveries.every(({ status }) => status === 'sent')
    })
    await one.settle()
    await other.settle()
    expect(mail.arrived.map(({ subject }) => subject).sort()).toEqual(
      ids.map((id) => `Harbour Light: Guest of ${id} asks for help`).sort(),
    )
    expect(sms.arrived).toHaveLength(ids.length)
  })
  it('two processes send a digest once, and count together', async () => {
    const [one, other] = [await start(), await start()]
    await one.addAlert({ type: 'SMS', sendTo: '7025550199' })
    const ids = Array.from({ length: ALERTS_PER_HOUR.SMS + 8 }, (_, index) => `counted-${index}`)
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : other).requestHelp(id)))
    await one.settle()
    await other.settle()
    expect(sms.arrived).toHaveLength(ALERTS_PER_HOUR.SMS)
    const due = new Date(Date.now() + HELP_DIGEST_SECONDS * 1_000)
    for (const { clock } of [one, other]) clock.now = due
    await Promise.all([one.settle(), other.settle()])
    expect(sms.arrived).toHaveLength(ALERTS_PER_HOUR.SMS + 1)
    const { deliveries } = await one.readLog('?limit=200')
    expect(deliveries.filter(({ isDigest }) => isDigest)).toMatchObject([
      { status: 'sent', attempts: 1, guests: 8 },
    ])
  })
}
