import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteAlert } from '#src/actions/note-alert.ts'
import { leaveAlerts } from '#src/actions/session-alerts.ts'
import { readAlertsOwner, readAlertsWish, storeAlertsOwner } from '#src/db/session/alerts.ts'
import { storeCapabilities } from '#src/db/session/sessions.ts'
import { createAlertsController, type AlertsController } from '#src/features/alerts/alerts-controller.ts'
import { hasStopped, evaluateHealth, type Health } from '#src/features/alerts/health.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { createAlertsBrowser, type FakeAlertsBrowser } from '#tests/support/fake-alerts-browser.ts'
import { ALL_CAPABILITIES, NOON } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** This device's alerts as a screen has them, at a real environment (W4). */
let hotel: PushHotel
let device: Desk
let browser: FakeAlertsBrowser
let controller: AlertsController
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
  controller = openController()
})

function openController(): AlertsController {
  return createAlertsController({
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

const evaluate = () => evaluateHealth(controller.facts.get(), controller.me)
const waitForHealth = (kind: Health['kind']) =>
  expect.poll(() => (controller.facts.get().isBusy ? 'busy' : evaluate().kind)).toBe(kind)
const countRows = async () =>
  (await hotel.server.context.store.db.selectFrom('pushSubscriptions').select('endpoint').execute()).length

describe('this device’s alerts on the screen (W4)', () => {
  it('a start asks for nothing, a tap does: then they are on, here and there', async () => {
    const stop = controller.start()
    await waitForHealth('off')
    expect([browser.asked, browser.push.subscribed]).toEqual([0, 0])
    await controller.turnOn(true)
    expect(evaluate()).toEqual({ kind: 'on', isConfirmed: true })
    expect(controller.facts.get()).toMatchObject({ isSubscribed: true, owner: { hideNames: true } })
    expect([browser.asked, await countRows()]).toEqual([1, 1])
    stop()
  })

  it('a no blocks them, a closed question does not', async () => {
    browser.answer = 'default'
    await controller.turnOn()
    expect(evaluate()).toEqual({ kind: 'off', isUnanswered: true })
    browser.answer = 'denied'
    await controller.turnOn()
    expect(evaluate().kind).toBe('blocked')
    expect([await countRows(), await readAlertsOwner(device.sessionDb)]).toEqual([0, null])
  })

  it('a permission that is taken back is seen at once and said; given back, they are on again by themselves', async () => {
    const stop = controller.start()
    await controller.turnOn()
    browser.setPermission('denied')
    // The browser ends the subscription with it.
    await (await browser.push.getSubscription())?.unsubscribe()
    expect(evaluate().kind).toBe('blocked')
    await waitForHealth('blocked')
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(true)
    browser.setPermission('granted')
    await waitForHealth('on')
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(false)
    expect(await countRows()).toBeGreaterThan(0)
    stop()
  })

  it('a permission that the browser forgot is not asked for by a look', async () => {
    await controller.turnOn()
    browser.setPermission('default')
    await (await browser.push.getSubscription())?.unsubscribe()
    await controller.check()
    expect(evaluate()).toEqual({ kind: 'off', isUnanswered: false })
    expect([browser.asked, browser.push.subscribed]).toEqual([1, 1])
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(true)
  })

  it('without a line nothing is looked at; what could not be told is told when it is back', async () => {
    device.line.failNext(() => true, 'drop')
    await controller.turnOn()
    expect(evaluate().kind).toBe('unreachable')
    page.isLive = false
    const calls = device.line.calls.length
    const stop = controller.start()
    await waitForHealth('unreachable')
    expect(device.line.calls).toHaveLength(calls)
    page.isLive = true
    page.tell()
    await waitForHealth('on')
    expect(await countRows()).toBe(1)
    stop()
  })

  it('turned off they are off by their person’s word: nobody says that they stopped', async () => {
    await controller.turnOn()
    await controller.turnOff()
    expect(evaluate()).toEqual({ kind: 'off', isUnanswered: false })
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(false)
    expect([browser.push.endpoint(), await countRows()]).toEqual([null, 0])
  })

  it('left behind at a sign-out they are said to have stopped, come back as they were, and can be done without', async () => {
    await controller.turnOn(true)
    const push = { sessionDb: device.sessionDb, browser: browser.push, signal: new AbortController().signal }
    const targetOf = (origin: string) => ({ origin, fetch: device.line.fetch })
    await leaveAlerts({ ...push, targetOf }, () => true)
    controller = openController()
    await controller.check()
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(true)
    await controller.turnOn()
    expect(controller.facts.get().owner?.hideNames).toBe(true)

    await leaveAlerts({ ...push, targetOf }, () => true)
    await controller.forget()
    await controller.check()
    expect(evaluate().kind).toBe('off')
    expect(hasStopped(evaluate(), controller.facts.get())).toBe(false)
    expect(await readAlertsWish(device.sessionDb, controller.me)).toBeNull()
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
    await controller.check()
    expect(evaluate()).toMatchObject({ kind: 'others', owner: { userName: 'Maria' }, isOtherPerson: true })
    await controller.turnOn()
    expect(evaluate().kind).toBe('on')
    expect(await readAlertsOwner(device.sessionDb)).toMatchObject({ userId: device.session.user.id })
  })

  it('where no worker runs nothing is subscribed, and turning off works all the same', async () => {
    browser.hasWorker = false
    await controller.turnOn()
    expect(evaluate().kind).toBe('no-worker')
    browser.hasWorker = true
    await controller.turnOn()
    browser.hasWorker = false
    await controller.check()
    expect(evaluate().kind).toBe('no-worker')
    await controller.turnOff()
    expect(await readAlertsOwner(device.sessionDb)).toBeNull()
  })

  it('why a tap came to nothing stands until the next one', async () => {
    browser.push.fail = new DOMException('no', 'AbortError')
    await controller.turnOn()
    expect(evaluate().kind).toBe('no-push-service')
    await controller.check()
    expect(evaluate().kind).toBe('no-push-service')
    browser.push.fail = null
    await controller.turnOn()
    expect(evaluate().kind).toBe('on')
  })

  it('an environment that announces push later offers it from then on', async () => {
    page.isOffered = false
    controller = openController()
    const stop = controller.start()
    await waitForHealth('not-offered')
    page.isOffered = true
    page.tell()
    await waitForHealth('off')
    stop()
  })

  it('what the worker notes is seen', async () => {
    const stop = controller.start()
    await controller.turnOn()
    expect(await controller.sendTest()).toEqual({ kind: 'sent', devices: 1 })
    await noteAlert(device.sessionDb, 'test', NOON)
    await expect.poll(() => controller.facts.get().last).toEqual({ at: NOON, kind: 'test' })
    stop()
  })

  it('is watched as long as anybody shows it', async () => {
    const stops = [controller.start(), controller.start()]
    expect(browser.watchers).toBe(1)
    stops[0]?.()
    stops[0]?.()
    expect(browser.watchers).toBe(1)
    stops[1]?.()
    expect(browser.watchers).toBe(0)
    await controller.check()
  })

  it('a device that fails says so', async () => {
    device.sessionDb.close()
    await controller.turnOn()
    expect(evaluate().kind).toBe('failed')
    expect(controller.facts.get().isBusy).toBe(false)
  })
})
