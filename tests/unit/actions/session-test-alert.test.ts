import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { turnOnAlerts } from '#src/actions/session-alerts.ts'
import { askForTestAlert } from '#src/actions/session-test-alert.ts'
import { PUSH_TESTS_PER_MINUTE } from '#src/contract/push.ts'
import { endSession, storeCapabilities } from '#src/db/session/sessions.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { createPushBrowser } from '#tests/support/fake-push-browser.ts'
import { ALL_CAPABILITIES } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

let hotel: PushHotel
let desk: Desk
beforeAll(async () => {
  hotel = await startPushHotel()
})
afterAll(() => hotel.stop())
beforeEach(async () => {
  const { db } = hotel.server.context.store
  await db.deleteFrom('pushSubscriptions').execute()
  await db.deleteFrom('rateLimits').execute()
  desk = await openDeskAt(hotel.server, 'agent')
  const publicKey = hotel.server.context.push?.publicKey ?? ''
  await storeCapabilities(desk.sessionDb, hotel.server.url, { ...ALL_CAPABILITIES, push: { publicKey } })
})

const signal = new AbortController().signal
const ask = () =>
  askForTestAlert(desk.sessionDb, { origin: hotel.server.url, fetch: desk.line.fetch }, signal)
const turnOn = () =>
  turnOnAlerts(
    {
      sessionDb: desk.sessionDb,
      browser: createPushBrowser(hotel),
      targetOf: (origin) => ({ origin, fetch: desk.line.fetch }),
      signal,
    },
    hotel.server.url,
    { hideNames: false },
  )

describe('asking for a test alert (W4)', () => {
  it('is on its way to this session’s devices', async () => {
    await turnOn()
    expect(await ask()).toEqual({ kind: 'sent', devices: 1 })
  })

  it('has nowhere to go where the environment knows no device', async () => {
    expect(await ask()).toEqual({ kind: 'no-device' })
  })

  it('is too much after so many, and says for how long', async () => {
    await turnOn()
    for (let sent = 0; sent < PUSH_TESTS_PER_MINUTE; sent += 1) expect((await ask()).kind).toBe('sent')
    const refused = await ask()
    expect(refused).toMatchObject({ kind: 'too-many' })
    expect(refused.kind === 'too-many' && refused.retryAfterMs).toBeGreaterThan(0)
  })

  it.each(['drop', 'html', 'error-500', 'busy'] as const)(
    'is not asked for where %s happens',
    async (fault) => {
      desk.line.failNext(
        () => true,
        fault === 'busy' ? { status: 503, body: { message: 'no', code: 'unavailable' } } : fault,
      )
      expect(await ask()).toEqual({ kind: 'unreachable' })
    },
  )

  it('is refused in the environment’s words', async () => {
    desk.line.failNext(() => true, { status: 422, body: { message: 'Not today.', code: 'invalid' } })
    expect(await ask()).toEqual({ kind: 'refused', message: 'Not today.' })
  })

  it('ends with the session', async () => {
    desk.line.failNext(() => true, 'unauthorized')
    expect(await ask()).toEqual({ kind: 'signed-out' })
    await expect
      .poll(async () => (await desk.sessionDb.sessions.get(hotel.server.url))?.status)
      .toBe('locked')
    await endSession(desk.sessionDb, hotel.server.url, 0)
    const calls = desk.line.calls.length
    expect(await ask()).toEqual({ kind: 'signed-out' })
    expect(desk.line.calls).toHaveLength(calls)
  })

  it('is not sent where the environment announced no push (CONTRACT section 2)', async () => {
    await storeCapabilities(desk.sessionDb, hotel.server.url, ALL_CAPABILITIES)
    const calls = desk.line.calls.length
    expect(await ask()).toEqual({ kind: 'not-offered' })
    expect(desk.line.calls).toHaveLength(calls)
  })
})
