import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { ALERTS_PER_HOUR, deliveriesPageSchema, type Delivery } from '#src/contract/deliveries.ts'
import { signIn } from '#tests/support/api-client.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startMailEndpoint, type MailEndpoint } from '#tests/support/mail-endpoint.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import { startSourceProcess, type SourceProcess } from '#tests/support/source-process.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

/** kill -9 between a help request and the mail that it causes (E2, E4): what was committed is sent, later. */
const PASSWORD = 'correct horse battery'
/** The claim of a process that died; embedded, it is forgotten at the next start, because there is no other. */
const CLAIM_SECONDS = 60
/** Sends at once of one process: the help request after these waits. */
const PARALLEL = 4
const RESUME_MS = 45_000
const TEST_MS = 240_000

let database: TestDatabase
let mail: MailEndpoint
let sms: SmsEndpoint
let server: SourceProcess

beforeEach(async () => {
  database = await createTestDatabase()
  mail = await startMailEndpoint()
  sms = await startSmsEndpoint()
  server = await startSourceProcess(database, {
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: PASSWORD,
    GUEST_SESSIONS_PER_MINUTE: '600',
    SMTP_URL: mail.url,
    MAIL_FROM: 'alerts@hotel.example',
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
    TWILIO_AUTH_TOKEN: 'a secret of the hotel',
    TWILIO_FROM: '+17025550100',
    TWILIO_API_URL: sms.url,
  })
}, TEST_MS)
afterEach(async () => {
  await server.remove()
  await mail.stop()
  await sms.stop()
  await database.remove()
})

/** On PostgreSQL the claims of the process that died run out while no server runs: they are moved back. */
async function endClaims(): Promise<void> {
  if (!isPostgresRun) return
  await changeStore(sql`update alert_deliveries
    set claimed_until = claimed_until - make_interval(secs => ${CLAIM_SECONDS}::float8)`)
}

/** The time of a digest passes while no server runs. */
async function makeDigestsDue(): Promise<void> {
  await changeStore(sql`update alert_deliveries
    set next_at = now(), digest_due_at = now() where digest_due_at is not null`)
}

async function changeStore(statement: RawBuilder<unknown>): Promise<void> {
  const workerFile = await buildWorkerFile()
  const store = await openStore(database.settings, createLog('silent'), { workerFile })
  await statement.execute(store.db)
  await store.close()
}

it(
  'what was being sent and what was not yet is sent after it, under the same identity',
  async () => {
    const admin = await signIn(server, 'ada', PASSWORD)
    const config = { name: 'Desk', type: 'email', notificationType: 'user_needs_help', sendTo: 'a@b.example' }
    const added = await admin.call('/api/bot-config', { method: 'POST', json: { type: 'alerts', config } })
    expect(added.status).toBe(201)
    for (let count = 0; count < PARALLEL; count += 1) mail.holdNext(new Promise(() => undefined))
    for (let count = 0; count <= PARALLEL; count += 1) {
      await (await openGuest(server.url, `Guest ${count}`)).say('I want to talk to a person')
    }
    await waitFor('every help request', async () => {
      const { body } = await admin.call('/api/admin/deliveries')
      return JSON.stringify(body).split('"waiting"').length - 1 === PARALLEL + 1
    })
    await waitFor('the mails that are held', () => mail.arrived.length === PARALLEL)
    await server.kill()

    await endClaims()
    await server.restart()
    await waitFor('all that was due', () => mail.arrived.length === 2 * PARALLEL + 1, RESUME_MS)
    const [before, after] = [mail.arrived.slice(0, PARALLEL), mail.arrived.slice(PARALLEL)]
    const readIds = (mails: typeof before) => mails.map(({ headers }) => headers.get('message-id'))
    expect(new Set(readIds(after)).size).toBe(PARALLEL + 1)
    expect(readIds(after)).toEqual(expect.arrayContaining(readIds(before)))
    await waitFor('the log', async () => {
      const { body } = await admin.call('/api/admin/deliveries')
      return JSON.stringify(body).split('"sent"').length - 1 === PARALLEL + 1
    })
  },
  TEST_MS,
)

it(
  'a digest that was being sent is sent after it as it was, and takes nobody any more',
  async () => {
    const admin = await signIn(server, 'ada', PASSWORD)
    const config = { name: 'Desk', type: 'SMS', notificationType: 'user_needs_help', sendTo: '7025550199' }
    const added = await admin.call('/api/bot-config', { method: 'POST', json: { type: 'alerts', config } })
    expect(added.status).toBe(201)
    const requestHelp = async (name: string) =>
      (await openGuest(server.url, name)).say('I want to talk to a person')
    const readDigests = async (): Promise<Delivery[]> => {
      const { body } = await admin.call('/api/admin/deliveries')
      return v.parse(deliveriesPageSchema, body).deliveries.filter(({ isDigest }) => isDigest)
    }
    const direct = ALERTS_PER_HOUR.SMS
    for (let count = 0; count < direct + 2; count += 1) await requestHelp(`Guest ${count}`)
    await waitFor('the digest', async () => (await readDigests())[0]?.guests === 2)
    await waitFor('what comes before it', () => sms.arrived.length === direct)
    await waitFor('its note', async () => {
      const { body } = await admin.call('/api/admin/deliveries')
      return JSON.stringify(body).split('"sent"').length - 1 === direct
    })
    await server.kill()

    await makeDigestsDue()
    sms.answerNext({ status: 201, hold: new Promise(() => undefined) })
    await server.restart()
    await waitFor('the digest to be on its way', () => sms.arrived.length === direct + 1, RESUME_MS)
    await server.kill()

    await endClaims()
    await server.restart()
    await waitFor('the digest again', () => sms.arrived.length === direct + 2, RESUME_MS)
    const [before, after] = sms.arrived.slice(direct).map(({ fields }) => fields['Body'])
    expect(before).toMatch(/Guest \d+ and 1 more guest ask for help/)
    expect(after).toBe(before)
    await waitFor('the log', async () => (await readDigests())[0]?.status === 'sent')
    await requestHelp('Guest of later')
    await waitFor('the next digest', async () => (await readDigests()).length === 2)
    expect((await readDigests()).map(({ status, guests }) => [status, guests])).toEqual([
      ['waiting', 1],
      ['sent', 2],
    ])
    expect(sms.arrived).toHaveLength(direct + 2)
  },
  TEST_MS,
)
