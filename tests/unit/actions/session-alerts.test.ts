import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkAlerts,
  turnOffAlerts,
  turnOnAlerts,
  type AlertsCall,
  type PushBrowser,
} from '#src/actions/session-alerts.ts'
import { readAlertsOwner } from '#src/db/session/alerts.ts'
import { endSession, storeCapabilities, storeSignIn } from '#src/db/session/sessions.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { ALL_CAPABILITIES, makeUser } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** This device's alerts, at a real environment (W4). */
let hotel: PushHotel
let publicKey = ''
let desk: Desk
let browser: FakeBrowser
let call: AlertsCall
beforeAll(async () => {
  hotel = await startPushHotel()
  publicKey = hotel.server.context.push?.publicKey ?? ''
})
afterAll(() => hotel.stop())
beforeEach(async () => {
  await hotel.server.context.store.db.deleteFrom('pushSubscriptions').execute()
  desk = await openDeskAt(hotel.server, 'agent')
  await storeCapabilities(desk.sessionDb, hotel.server.url, { ...ALL_CAPABILITIES, push: { publicKey } })
  browser = createBrowser(hotel)
  call = {
    sessionDb: desk.sessionDb,
    browser,
    targetOf: (origin) => ({ origin, fetch: desk.line.fetch }),
    signal: new AbortController().signal,
  }
})

interface FakeBrowser extends PushBrowser {
  /** The endpoint that it has now. */
  endpoint(): string | null
  subscribed: number
  /** The next attempts to subscribe fail so. */
  fail: DOMException | null
}

/** The one call that a machine without a push service can't make; the devices behind it are real. */
function createBrowser({ service }: PushHotel): FakeBrowser {
  let current: PushSubscription | null = null
  const made: FakeBrowser = {
    subscribed: 0,
    fail: null,
    endpoint: () => current?.endpoint ?? null,
    getSubscription: () => Promise.resolve(current),
    subscribe(options) {
      if (made.fail) return Promise.reject(made.fail)
      made.subscribed += 1
      const { subscription } = service.addDevice()
      const key = Buffer.from(String(options?.applicationServerKey), 'base64url')
      current = {
        endpoint: subscription.endpoint,
        expirationTime: null,
        options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(key).buffer },
        getKey: () => null,
        toJSON: () => ({ ...subscription, expirationTime: null, keys: { ...subscription.keys } }),
        unsubscribe() {
          current = null
          return Promise.resolve(true)
        },
      }
      return Promise.resolve(current)
    },
  }
  return made
}

const turnOn = (hideNames = false) => turnOnAlerts(call, hotel.server.url, { hideNames })
const readRows = () =>
  hotel.server.context.store.db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'userId', 'environment', 'hideNames'])
    .execute()

describe('alerts of this device', () => {
  it('are put for whoever is signed in, under the name that payloads give back', async () => {
    expect(await turnOn(true)).toBe('on')
    const { url } = hotel.server
    expect(await readRows()).toEqual([
      { endpoint: browser.endpoint(), userId: 'user-agent', environment: url, hideNames: true },
    ])
    expect(await readAlertsOwner(desk.sessionDb)).toEqual({
      origin: url,
      userId: 'user-agent',
      hideNames: true,
    })
  })

  it('are renewed at the next start with the same subscription', async () => {
    await turnOn(true)
    await hotel.server.context.store.db.deleteFrom('pushSubscriptions').execute()
    expect(await checkAlerts(call)).toBe('on')
    expect(browser.subscribed).toBe(1)
    expect(await readRows()).toMatchObject([{ endpoint: browser.endpoint(), hideNames: true }])
  })

  it('are put anew where the browser has lost its subscription', async () => {
    await turnOn()
    await (await browser.getSubscription())?.unsubscribe()
    expect(await checkAlerts(call)).toBe('on')
    expect(browser.subscribed).toBe(2)
    expect((await readRows()).map(({ endpoint }) => endpoint)).toContain(browser.endpoint())
  })

  it('are put anew where the environment has another key', async () => {
    await turnOn()
    const before = browser.endpoint()
    const own = createECDH('prime256v1')
    const other = own.generateKeys().toString('base64url')
    await storeCapabilities(desk.sessionDb, hotel.server.url, {
      ...ALL_CAPABILITIES,
      push: { publicKey: other },
    })
    expect(await checkAlerts(call)).toBe('on')
    expect(browser.endpoint()).not.toBe(before)
  })

  it('are tried again at the next start, where the environment could not be reached', async () => {
    desk.line.failNext(() => true, 'drop')
    expect(await turnOn()).toBe('unreachable')
    expect(await readRows()).toEqual([])
    expect(await checkAlerts(call)).toBe('on')
    expect(await readRows()).toHaveLength(1)
  })

  it('end where nobody is signed in for whom they were, and come back with them', async () => {
    await turnOn()
    const { url } = hotel.server
    const { user, token } = desk.session
    await endSession(desk.sessionDb, url, 0)
    expect(await checkAlerts(call)).toBe('signed-out')
    expect(browser.endpoint()).toBeNull()
    await storeSignIn(desk.sessionDb, url, makeUser('user-maria', 'Maria'), token, 0)
    expect(await checkAlerts(call)).toBe('signed-out')
    await storeSignIn(desk.sessionDb, url, user, token, 0)
    expect(await checkAlerts(call)).toBe('on')
  })

  it('are taken from a former user: their subscription ends, and a new one begins', async () => {
    await turnOn()
    const before = browser.endpoint()
    const maria = await openDeskAt(hotel.server, 'maria', desk.options)
    await storeCapabilities(maria.sessionDb, hotel.server.url, { ...ALL_CAPABILITIES, push: { publicKey } })
    expect(await turnOn()).toBe('on')
    expect(browser.endpoint()).not.toBe(before)
    expect(await readRows()).toContainEqual(
      expect.objectContaining({ endpoint: browser.endpoint(), userId: 'user-maria' }),
    )
  })

  it('go where they are switched off, here and there', async () => {
    await turnOn()
    await turnOffAlerts(call)
    expect([browser.endpoint(), await readRows(), await readAlertsOwner(desk.sessionDb)]).toEqual([
      null,
      [],
      null,
    ])
    expect(await checkAlerts(call)).toBe('off')
  })

  it('go here also where the environment can’t be told', async () => {
    await turnOn()
    desk.line.failNext(() => true, 'drop')
    await turnOffAlerts(call)
    expect([browser.endpoint(), await readAlertsOwner(desk.sessionDb)]).toEqual([null, null])
  })

  it.each([
    ['NotAllowedError', 'blocked'],
    ['AbortError', 'no-push-service'],
  ])('stay off where the browser refuses with %s', async (name, state) => {
    browser.fail = new DOMException('no', name)
    expect(await turnOn()).toBe(state)
    expect([await readRows(), await readAlertsOwner(desk.sessionDb)]).toEqual([[], null])
  })

  it('stay off where the environment refuses the push service', async () => {
    desk.line.failNext(() => true, { status: 422, body: { message: 'no', code: 'invalid' } })
    expect(await turnOn()).toBe('refused')
    expect([browser.endpoint(), await readAlertsOwner(desk.sessionDb)]).toEqual([null, null])
  })

  it('are not offered where the environment sends none: nothing is asked of it', async () => {
    await storeCapabilities(desk.sessionDb, hotel.server.url, ALL_CAPABILITIES)
    const calls = desk.line.calls.length
    expect(await turnOn()).toBe('not-offered')
    expect(desk.line.calls).toHaveLength(calls)
  })

  it('end with the session: its 401 locks it', async () => {
    await turnOn()
    desk.line.failNext(() => true, 'unauthorized')
    expect(await checkAlerts(call)).toBe('signed-out')
    await expect
      .poll(async () => (await desk.sessionDb.sessions.get(hotel.server.url))?.status)
      .toBe('locked')
  })

  it('are of nobody where nobody is signed in', async () => {
    expect(
      await turnOnAlerts(call, `https://${randomBytes(4).toString('hex')}.example`, { hideNames: false }),
    ).toBe('signed-out')
  })
})
