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
import { createTestDatabase, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

/** kill -9 between a cry for help and what it causes (E2, E4): what was committed is sent, later. */
const PASSWORD = 'correct horse battery'
/** Longer than the claim of a process that died, which another one waits for on PostgreSQL. */
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
    PUSH_ALLOW_LOOPBACK: '1',
    NODE_EXTRA_CA_CERTS: ca,
  })
}, TEST_MS)
afterEach(async () => {
  await server.kill()
  await service.stop()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

const readStages = (device: PushDevice) =>
  device.arrived.map(({ payload }) => (payload.kind === 'needs_help' ? payload.stage : payload.kind))

/** Lets two minutes pass for the alerts, while no server runs. */
async function passTwoMinutes(): Promise<void> {
  const workerFile = await buildWorkerFile()
  const store = await openStore(database.settings, createLog('silent'), { workerFile })
  await sql`update push_alerts set begun_at = begun_at - interval '2 minutes', due_at = due_at - interval '2 minutes'`.execute(
    store.db,
  )
  await store.close()
}

it(
  'a push that was being sent, the next stage, and who took the chat reach the device after it',
  async () => {
    const device = service.addDevice()
    const admin = await signIn(server, 'ada', PASSWORD)
    const json = device.subscription
    expect((await admin.call('/api/push/subscription', { method: 'PUT', json })).status).toBe(200)
    device.answerNext({ status: 201, hold: new Promise(() => undefined) })
    const guest = await openGuest(server.url)
    await guest.say('I want to talk to a person')
    await waitFor('the push that is being sent', () => device.arrived.length === 1)
    await server.kill()

    await server.restart()
    await waitFor('the push again', () => device.arrived.length === 2, RESUME_MS)
    expect(readStages(device)).toEqual([0, 0])
    await server.kill()

    await passTwoMinutes()
    await server.restart()
    await waitFor('the next stage', () => readStages(device).includes(1), RESUME_MS)
    expect((await admin.call(`/api/takeover/pause/${guest.chatId}`)).status).toBe(200)
    await server.kill()

    await server.restart()
    await waitFor('who took it', () => readStages(device).includes('taken'), RESUME_MS)
    expect(readStages(device)).not.toContain(2)
    expect(service.complaints).toEqual([])
  },
  TEST_MS,
)
