import { describe, expect, it, vi } from 'vitest'
import { unsubscribeAlertsBefore, unsubscribeAlertsOf } from '#src/app/unsubscribe-alerts.ts'
import { unsubscribeDevice } from '#src/app/unsubscribe-device.ts'
import { readAlertsOwner, storeAlertsOwner } from '#src/db/session/alerts.ts'
import { openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

const AGENT = { origin: TEST_ORIGIN, userId: 'user-agent' }

/** A browser with a subscription; `unsubscribe` is what ending it takes. */
function stubBrowser(unsubscribe: () => Promise<boolean> = () => Promise.resolve(true)) {
  const ended = vi.fn(unsubscribe)
  const subscription = { endpoint: 'https://push.example/1', unsubscribe: ended }
  const shown: { close(): void }[] = [{ close: () => void shown.pop() }]
  const registration = {
    pushManager: { getSubscription: () => Promise.resolve(subscription) },
    getNotifications: () => Promise.resolve([...shown]),
  }
  const clearAppBadge = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
    clearAppBadge,
  })
  return { ended, shown, clearAppBadge }
}

async function openAlerts(userId: string, origin = TEST_ORIGIN) {
  const device = await openDevice()
  await storeAlertsOwner(device.sessionDb, { origin, userId, hideNames: false })
  return device
}

describe('alerts that their person leaves (D8, W4)', () => {
  it('end at sign-out', async () => {
    const { ended } = stubBrowser()
    const { sessionDb } = await openAlerts('user-agent')
    await unsubscribeAlertsOf(sessionDb, AGENT)
    expect([ended.mock.calls.length, await readAlertsOwner(sessionDb)]).toEqual([1, null])
  })

  it.each([
    ['another person’s', 'user-maria', TEST_ORIGIN],
    ['those of another environment', 'user-agent', 'https://stage.example'],
  ])('%s go on', async (_, userId, origin) => {
    const { ended } = stubBrowser()
    const { sessionDb } = await openAlerts(userId, origin)
    await unsubscribeAlertsOf(sessionDb, AGENT)
    expect([ended.mock.calls.length, (await readAlertsOwner(sessionDb))?.userId]).toEqual([0, userId])
  })

  it('end before another environment, unless they are that one’s', async () => {
    const { ended } = stubBrowser()
    const { sessionDb } = await openAlerts('user-agent')
    await unsubscribeAlertsBefore(sessionDb, TEST_ORIGIN)
    expect(ended).not.toHaveBeenCalled()
    await unsubscribeAlertsBefore(sessionDb, 'https://stage.example')
    expect([ended.mock.calls.length, await readAlertsOwner(sessionDb)]).toEqual([1, null])
  })

  it('take with them what is shown and the number on the icon', async () => {
    const { shown, clearAppBadge } = stubBrowser()
    const { sessionDb } = await openAlerts('user-agent')
    await unsubscribeAlertsOf(sessionDb, AGENT)
    expect(shown).toEqual([])
    expect(clearAppBadge).toHaveBeenCalled()
  })

  it('hold nobody up: neither a browser that never answers nor one that fails, nor one without workers', async () => {
    const { sessionDb } = await openAlerts('user-agent')
    stubBrowser(() => new Promise(() => undefined))
    await unsubscribeDevice((part) => part.unsubscribeAlertsOf(sessionDb, AGENT))
    stubBrowser(() => Promise.reject(new DOMException('no', 'AbortError')))
    await storeAlertsOwner(sessionDb, { origin: TEST_ORIGIN, userId: 'user-agent', hideNames: false })
    await unsubscribeDevice((part) => part.unsubscribeAlertsOf(sessionDb, AGENT))
    vi.stubGlobal('navigator', {})
    await unsubscribeDevice((part) => part.unsubscribeAlertsBefore(sessionDb, null))
  })
})
