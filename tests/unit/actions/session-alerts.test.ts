import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finishSignOuts } from '#src/actions/finish-sign-outs.ts'
import {
  checkAlerts,
  leaveAlerts,
  turnOffAlerts,
  turnOnAlerts,
  type AlertsCall,
} from '#src/actions/session-alerts.ts'
import { readAlertsOwner, readAlertsWish } from '#src/db/session/alerts.ts'
import { endSession, storeCapabilities, storeSignIn } from '#src/db/session/sessions.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { createPushBrowser, type FakePushBrowser } from '#tests/support/fake-push-browser.ts'
import { ALL_CAPABILITIES, makeUser } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** This device's alerts, at a real environment (W4). */
let hotel: PushHotel
let publicKey = ''
let desk: Desk
let browser: FakePushBrowser
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
  browser = createPushBrowser(hotel)
  call = {
    sessionDb: desk.sessionDb,
    browser,
    targetOf: (origin) => ({ origin, fetch: desk.line.fetch }),
    signal: new AbortController().signal,
  }
})

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
      userName: desk.session.user.name,
      hideNames: true,
    })
    const wish = await readAlertsWish(desk.sessionDb, { origin: url, userId: 'user-agent' })
    expect(wish).toEqual({ hideNames: true })
  })

  it('ask for nothing at a start: without the browser’s permission they are blocked, and left as they are', async () => {
    await turnOn()
    await (await browser.getSubscription())?.unsubscribe()
    for (const permission of ['prompt', 'denied'] as const) {
      browser.permission = permission
      expect(await checkAlerts(call)).toBe('blocked')
    }
    expect(browser.subscribed).toBe(1)
    expect(await readAlertsOwner(desk.sessionDb)).toMatchObject({ userId: 'user-agent' })
    browser.permission = 'granted'
    expect(await checkAlerts(call)).toBe('on')
  })

  it('end where they are left behind, and only those', async () => {
    await turnOn()
    await leaveAlerts(call, ({ userId }) => userId === 'user-maria')
    expect(await checkAlerts(call)).toBe('on')
    await leaveAlerts(call, ({ origin }) => origin === hotel.server.url)
    expect([browser.endpoint(), await readRows(), await readAlertsOwner(desk.sessionDb)]).toEqual([
      null,
      [],
      null,
    ])
    // They stopped without their person's word, who may hear of it.
    expect(
      await readAlertsWish(desk.sessionDb, { origin: hotel.server.url, userId: 'user-agent' }),
    ).not.toBeNull()
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
    const { sessionDb, options: databases } = desk
    await finishSignOuts({ sessionDb, databases, unsubscribeAlerts: () => Promise.resolve() })
    await storeSignIn(sessionDb, url, user, token, 0)
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
