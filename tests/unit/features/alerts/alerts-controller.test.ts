import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteAlert } from '#src/actions/note-alert.ts'
import { leaveAlerts } from '#src/actions/session-alerts.ts'
import { readAlertsOwner, readAlertsWish, storeAlertsOwner } from '#src/db/session/alerts.ts'
import { storeCapabilities } from '#src/db/session/sessions.ts'
import { createAlertsDesk, type AlertsDesk } from '#src/features/alerts/alerts-controller.ts'
import { hasStopped, judgeHealth, type Health } from '#src/features/alerts/health.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { createAlertsBrowser, type FakeAlertsBrowser } from '#tests/support/fake-alerts-browser.ts'
import { ALL_CAPABILITIES, NOON } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** This device's alerts as a screen has them, at a real environment (W4). */
let hotel: PushHotel
let device: Desk
let browser: FakeAlertsBrowser
let desk: AlertsDesk
/** What the page knows of the environment and the line. */
let page: { isOffered: boolean; isLive: boolean; tell(): void }

beforeAll(async () => {
  hotel = await startPushHotel()
})
afterAll(() => hotel.stop())
beforeEach(async () => {
  await hotel.server.context.store.db.deleteFrom('pushSubscriptions').execute()
  device = await openDeskAt(hotel.server, 'agent')
  const publicKey = hotel.server.context.push?.publicKey ?? ''
  await storeCapabilities(device.sessionDb, hotel.server.url, { ...ALL_CAPABILITIES, push: { publicKey } })
  browser = createAlertsBrowser(hotel)
  page = { isOffered: true, isLive: true, tell: () => undefined }
  desk = openDesk()
})

function openDesk(): AlertsDesk {
  return createAlertsDesk({
    sessionDb: device.sessionDb,
    me: { origin: hotel.server.url, userId: device.session.user.id },
    browser,
    targetOf: (origin) => ({ origin, fetch: device.line.fetch }),
    isOffered: () => page.isOffered,
    isLive: () => page.isLive,
    watchEnvironment(onChange) {
      page.tell = onChange
      return () => (page.tell = () => undefined)
    },
  })
}

const judge = () => judgeHealth(desk.facts.get(), desk.me)
const waitForHealth = (kind: Health['kind']) =>
  expect.poll(() => (desk.facts.get().isBusy ? 'busy' : judge().kind)).toBe(kind)
const countRows = async () =>
  (await hotel.server.context.store.db.selectFrom('pushSubscriptions').select('endpoint').execute()).length

describe('this device’s alerts on the screen (W4)', () => {
  it('a start asks for nothing, a tap does: then they are on, here and there', async () => {
    const stop = desk.start()
    await waitForHealth('off')
    expect([browser.asked, browser.push.subscribed]).toEqual([0, 0])
    await desk.turnOn(true)
    expect(judge()).toEqual({ kind: 'on', isConfirmed: true })
    expect(desk.facts.get()).toMatchObject({ isSubscribed: true, owner: { hideNames: true } })
    expect([browser.asked, await countRows()]).toEqual([1, 1])
    stop()
  })

  it('a no blocks them, a closed question does not', async () => {
    browser.answer = 'default'
    await desk.turnOn()
    expect(judge()).toEqual({ kind: 'off', isUnanswered: true })
    browser.answer = 'denied'
    await desk.turnOn()
    expect(judge().kind).toBe('blocked')
    expect([await countRows(), await readAlertsOwner(device.sessionDb)]).toEqual([0, null])
  })

  it('a permission that is taken back is seen at once and said; given back, they are on again by themselves', async () => {
    const stop = desk.start()
    await desk.turnOn()
    browser.setPermission('denied')
    // The browser ends the subscription with it.
    await (await browser.push.getSubscription())?.unsubscribe()
    expect(judge().kind).toBe('blocked')
    await waitForHealth('blocked')
    expect(hasStopped(judge(), desk.facts.get())).toBe(true)
    browser.setPermission('granted')
    await waitForHealth('on')
    expect(hasStopped(judge(), desk.facts.get())).toBe(false)
    expect(await countRows()).toBeGreaterThan(0)
    stop()
  })

  it('a permission that the browser forgot is not asked for by a look', async () => {
    await desk.turnOn()
    browser.setPermission('default')
    await (await browser.push.getSubscription())?.unsubscribe()
    await desk.check()
    expect(judge()).toEqual({ kind: 'off', isUnanswered: false })
    expect([browser.asked, browser.push.subscribed]).toEqual([1, 1])
    expect(hasStopped(judge(), desk.facts.get())).toBe(true)
  })

  it('without a line nothing is looked at; what could not be told is told when it is back', async () => {
    device.line.failNext(() => true, 'drop')
    await desk.turnOn()
    expect(judge().kind).toBe('unreachable')
    page.isLive = false
    const calls = device.line.calls.length
    const stop = desk.start()
    await waitForHealth('unreachable')
    expect(device.line.calls).toHaveLength(calls)
    page.isLive = true
    page.tell()
    await waitForHealth('on')
    expect(await countRows()).toBe(1)
    stop()
  })

  it('turned off they are off by their person’s word: nobody says that they stopped', async () => {
    await desk.turnOn()
    await desk.turnOff()
    expect(judge()).toEqual({ kind: 'off', isUnanswered: false })
    expect(hasStopped(judge(), desk.facts.get())).toBe(false)
    expect([browser.push.endpoint(), await countRows()]).toEqual([null, 0])
  })

  it('left behind at a sign-out they are said to have stopped, come back as they were, and can be done without', async () => {
    await desk.turnOn(true)
    const push = { sessionDb: device.sessionDb, browser: browser.push, signal: new AbortController().signal }
    const targetOf = (origin: string) => ({ origin, fetch: device.line.fetch })
    await leaveAlerts({ ...push, targetOf }, () => true)
    desk = openDesk()
    await desk.check()
    expect(hasStopped(judge(), desk.facts.get())).toBe(true)
    await desk.turnOn()
    expect(desk.facts.get().owner?.hideNames).toBe(true)

    await leaveAlerts({ ...push, targetOf }, () => true)
    await desk.forget()
    await desk.check()
    expect(judge().kind).toBe('off')
    expect(hasStopped(judge(), desk.facts.get())).toBe(false)
    expect(await readAlertsWish(device.sessionDb, desk.me)).toBeNull()
  })

  it('another person’s are named, and end where these begin', async () => {
    const { url } = hotel.server
    await storeAlertsOwner(device.sessionDb, {
      origin: url,
      userId: 'maria',
      userName: 'Maria',
      hideNames: false,
    })
    browser.setPermission('granted')
    await desk.check()
    expect(judge()).toMatchObject({ kind: 'others', owner: { userName: 'Maria' }, isOtherPerson: true })
    await desk.turnOn()
    expect(judge().kind).toBe('on')
    expect(await readAlertsOwner(device.sessionDb)).toMatchObject({ userId: device.session.user.id })
  })

  it('where no worker runs nothing is subscribed, and turning off works all the same', async () => {
    browser.hasWorker = false
    await desk.turnOn()
    expect(judge().kind).toBe('no-worker')
    browser.hasWorker = true
    await desk.turnOn()
    browser.hasWorker = false
    await desk.check()
    expect(judge().kind).toBe('no-worker')
    await desk.turnOff()
    expect(await readAlertsOwner(device.sessionDb)).toBeNull()
  })

  it('why a tap came to nothing stands until the next one', async () => {
    browser.push.fail = new DOMException('no', 'AbortError')
    await desk.turnOn()
    expect(judge().kind).toBe('no-push-service')
    await desk.check()
    expect(judge().kind).toBe('no-push-service')
    browser.push.fail = null
    await desk.turnOn()
    expect(judge().kind).toBe('on')
  })

  it('an environment that announces push later offers it from then on', async () => {
    page.isOffered = false
    desk = openDesk()
    const stop = desk.start()
    await waitForHealth('not-offered')
    page.isOffered = true
    page.tell()
    await waitForHealth('off')
    stop()
  })

  it('what the worker notes is seen', async () => {
    const stop = desk.start()
    await desk.turnOn()
    expect(await desk.sendTest()).toEqual({ kind: 'sent', devices: 1 })
    await noteAlert(device.sessionDb, 'test', NOON)
    await expect.poll(() => desk.facts.get().last).toEqual({ at: NOON, kind: 'test' })
    stop()
  })

  it('is watched as long as anybody shows it', async () => {
    const stops = [desk.start(), desk.start()]
    expect(browser.watchers).toBe(1)
    stops[0]?.()
    stops[0]?.()
    expect(browser.watchers).toBe(1)
    stops[1]?.()
    expect(browser.watchers).toBe(0)
    await desk.check()
  })

  it('a device that fails says so', async () => {
    device.sessionDb.close()
    await desk.turnOn()
    expect(judge().kind).toBe('failed')
    expect(desk.facts.get().isBusy).toBe(false)
  })
})
