import { afterEach, beforeEach, expect, it } from 'vitest'
import { signIn } from '#tests/support/api-client.ts'
import { startPushEndpoint, type PushEndpoint } from '#tests/support/push-endpoint.ts'
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

it('keys are made once, and never logged', async () => {
  const first = await start()
  const { publicKey } = first.server.context.push ?? {}
  const { value } = await first.server.context.store.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'vapid')
    .executeTakeFirstOrThrow()
  await first.stop()
  const again = await start()
  expect(again.server.context.push?.publicKey).toBe(publicKey)
  expect(publicKey).toHaveLength(87)
  const { privateKey } = JSON.parse(value) as { privateKey: string }
  expect([...first.server.logLines, ...again.server.logLines].join('\n')).not.toContain(privateKey)
})

it('an alert goes on after a stop, with the stage that is due then', async () => {
  const clock: PushHotel['clock'] = { now: null }
  const first = await start(clock)
  const { device } = await first.openDevice('agent')
  const at = await first.cry('waiting')
  await waitFor('the first stage', () => device.arrived.length === 1)
  await first.settle()
  await first.stop()
  clock.now = new Date(at.getTime() + 121_000)
  const second = await start(clock)
  await second.settle()
  expect(device.arrived.map(({ payload }) => payload.kind === 'needs_help' && payload.stage)).toEqual([0, 1])
  clock.now = new Date(at.getTime() + 301_000)
  await second.settle()
  expect(device.arrived.map(({ payload }) => payload.kind === 'needs_help' && payload.stage)).toEqual([
    0, 1, 2,
  ])
})

it('what was being sent at a stop is sent again', async () => {
  const first = await start()
  const { device, client } = await first.openDevice('agent')
  device.answerNext({ status: 201, hold: new Promise(() => undefined) })
  await first.cry('cut')
  await waitFor('the push', () => device.arrived.length === 1)
  await first.stop()
  const second = await start()
  await waitFor('the push again', () => device.arrived.length === 2)
  await second.settle()
  expect(device.kinds()).toEqual(['needs_help', 'needs_help'])
  expect((await (await signIn(second.server, 'agent')).call('/api/health')).status).toBe(200)
  expect(client.token).not.toBeNull()
})

if (isPostgresRun) {
  it('two processes send each push once', async () => {
    const [one, other] = [await start(), await start()]
    const devices = [
      await one.openDevice('agent'),
      await other.openDevice('maria'),
      await one.openDevice('manager'),
    ]
    const ids = Array.from({ length: 12 }, (_, index) => `shared-${index}`)
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : other).cry(id)))
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
