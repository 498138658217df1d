import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { signIn } from '#tests/support/api-client.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startPushEndpoint, type PushDevice, type PushEndpoint } from '#tests/support/push-endpoint.ts'
import { startSourceProcess, type SourceProcess } from '#tests/support/source-process.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

/** kill -9 between a help request and what it causes (E2, E4): what was committed is sent, later. */
const PASSWORD = 'correct horse battery'
/** The claim of a process that died; embedded, it is forgotten at the next start, because there is no other. */
const CLAIM_SECONDS = 20
const STAGE_SECONDS = 120
const RESUME_MS = 45_000
const TEST_MS = 240_000

let folder = ''
let database: TestDatabase
let service: PushEndpoint
let server: SourceProcess

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bellhop-push-'))
  database = await createTestDatabase()
  service = await startPushEndpoint()
  const ca = path.join(folder, 'ca.pem')
  await writeFile(ca, service.ca)
  server = await startSourceProcess(database, {
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: PASSWORD,
    GUEST_SESSIONS_PER_MINUTE: '600',
    PUSH_ALLOW_LOOPBACK: '1',
    NODE_EXTRA_CA_CERTS: ca,
  })
}, TEST_MS)
afterEach(async () => {
  await server.remove()
  await service.stop()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

/** `2 taken`, `3 0`: what came, by the guest whose chat it is. */
function readArrived(device: PushDevice, chatIds: string[]): string[] {
  return device.arrived
    .map(({ payload }) => {
      const chat = payload.kind === 'test' ? 'none' : chatIds.indexOf(payload.chatId) + 1
      return `${chat} ${payload.kind === 'needs_help' ? payload.stage : payload.kind}`
    })
    .sort()
}

/**
 * Lets time pass while no server runs: what is stored is moved back. The chat has waited for a stage more, and on
 * PostgreSQL the claim of the process that died has run out.
 */
async function passTime(chatId: string): Promise<void> {
  const workerFile = await buildWorkerFile()
  const store = await openStore(database.settings, createLog('silent'), { workerFile })
  const stage = sql`make_interval(secs => ${STAGE_SECONDS}::float8)`
  await sql`update escalations set begun_at = begun_at - ${stage}, due_at = due_at - ${stage}
    where chat_id = ${chatId}`.execute(store.db)
  if (isPostgresRun) {
    const claim = sql`make_interval(secs => ${CLAIM_SECONDS}::float8)`
    await sql`update push_subscriptions set claimed_until = claimed_until - ${claim}`.execute(store.db)
  }
  await store.close()
}

it(
  'the next stage, who took a chat, and a push that was being sent reach the device after it',
  async () => {
    const device = service.addDevice()
    const admin = await signIn(server, 'ada', PASSWORD)
    const json = device.subscription
    expect((await admin.call('/api/push/subscription', { method: 'PUT', json })).status).toBe(200)
    const guests = [await openGuest(server.url), await openGuest(server.url), await openGuest(server.url)]
    const [waiting = '', taken = '', cut = ''] = guests.map(({ chatId }) => chatId)
    const read = () => readArrived(device, [waiting, taken, cut])
    const requestHelp = (chatId: string) =>
      guests.find((guest) => guest.chatId === chatId)?.say('I want to talk to a person')

    await requestHelp(waiting)
    await waitFor('the first push', () => read().join() === '1 0')
    await requestHelp(taken)
    await waitFor('the second push', () => read().join() === '1 0,2 0')
    device.answerNext({ status: 201, hold: new Promise(() => undefined) })
    await requestHelp(cut)
    await waitFor('the push that is being sent', () => read().join() === '1 0,2 0,3 0')
    expect((await admin.call(`/api/takeover/pause/${taken}`)).status).toBe(200)
    await server.kill()

    await passTime(waiting)
    await server.restart()
    await waitFor('all that was due', () => device.arrived.length >= 6, RESUME_MS)
    expect(read()).toEqual(['1 0', '1 1', '2 0', '2 taken', '3 0', '3 0'])
    expect(service.complaints).toEqual([])
  },
  TEST_MS,
)
