import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '#tests/support/api-client.ts'
import { startPushEndpoint, type PushDevice, type PushEndpoint } from '#tests/support/push-endpoint.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What is due is in the database (E4): a stop, and another process, change nothing but the time. */
let database: TestDatabase
let service: PushEndpoint
const running: PushHotel[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  service = await startPushEndpoint()
})
afterEach(async () => {
  for (const hotel of running.splice(0)) await hotel.stop()
  await service.stop()
  await database.remove()
})

async function start(clock: PushHotel['clock'] = { now: null }): Promise<PushHotel> {
  const hotel = await startPushHotel({ database, service, clock })
  running.push(hotel)
  return hotel
}

it('a stop loses no key, no push that was being sent, and no stage', async () => {
  const clock: PushHotel['clock'] = { now: null }
  const first = await start(clock)
  const { publicKey } = first.server.context.push ?? {}
  const { value } = await first.server.context.store.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'vapid')
    .executeTakeFirstOrThrow()
  const { device, client } = await first.openDevice('agent')
  const at = await first.requestHelp('waiting')
  await waitFor('the first stage', () => device.arrived.length === 1)
  await first.settle()
  device.answerNext({ status: 201, hold: new Promise(() => undefined) })
  await first.requestHelp('cut')
  await waitFor('the push that is being sent', () => device.arrived.length === 2)
  await first.stop()

  const second = await start(clock)
  await waitFor('the push again', () => device.arrived.length === 3)
  await second.settle()
  expect(readStages(device)).toEqual(['waiting 0', 'cut 0', 'cut 0'])
  const again = createClient(second.server, client.token)
  expect((await again.call('/api/takeover/pause/cut')).status).toBe(200)
  for (const seconds of [121, 301]) {
    clock.now = new Date(at.getTime() + seconds * 1_000)
    await second.settle()
  }
  expect(readStages(device).slice(3)).toEqual(['cut taken', 'waiting 1', 'waiting 2'])

  expect(second.server.context.push?.publicKey).toBe(publicKey)
  expect(publicKey).toHaveLength(87)
  const { privateKey } = JSON.parse(value) as { privateKey: string }
  expect([...first.server.logLines, ...second.server.logLines].join('\n')).not.toContain(privateKey)
})

function readStages({ arrived }: PushDevice): string[] {
  return arrived.map(({ payload }) => {
    const said = payload.kind === 'needs_help' ? payload.stage : payload.kind
    return `${payload.tag.replace('chat:', '')} ${said}`
  })
}

if (isPostgresRun) {
  it('two processes send each push once', async () => {
    const [one, other] = [await start(), await start()]
    const devices = [
      await one.openDevice('agent'),
      await other.openDevice('maria'),
      await one.openDevice('manager'),
    ]
    const ids = Array.from({ length: 12 }, (_, index) => `shared-${index}`)
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : other).requestHelp(id)))
    await waitFor('all pushes', () => devices.every(({ device }) => device.arrived.length >= ids.length))
    await one.settle()
    await other.settle()
    for (const { device } of devices) {
      expect(device.arrived.map(({ payload }) => payload.tag).sort()).toEqual(
        ids.map((id) => `chat:${id}`).sort(),
      )
      expect(device.open.most).toBe(1)
    }
  })
}
