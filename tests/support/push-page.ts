import type { BrowserContext, Page } from 'playwright-core'
import type { PushSubscriptionRequest } from '#src/contract/push.ts'
import { setNotifications, type NotificationSetting } from './notifications.ts'
import type { PushDevice, PushEndpoint } from './push-endpoint.ts'
import { waitFor } from './wait-for.ts'

type PushWish = 'ask' | 'get' | 'subscribe' | 'unsubscribe'
type PushAnswer = PushSubscriptionRequest | null

declare global {
  interface Window {
    /** The test's side of a browser's push. */
    pushOfTest(wish: PushWish): Promise<PushAnswer>
  }
}

/**
 * A profile with a push service: a machine without one never settles `PushManager.subscribe`, so that one call is the
 * test's, and its device is real, encryption and all. What the browser asks the user is answered by `answer`.
 */
export interface PushProfile {
  /** What the person says to the browser's question; it was asked `asked` times. */
  answer: NotificationSetting
  asked: number
  /** The device that the browser has subscribed now; null: none. */
  readonly device: PushDevice | null
  /** Gives what has arrived at the device to the profile's worker at once, the newest of each of the `kinds`. */
  deliver(page: Page, ...kinds: string[]): Promise<void>
}

/** Call it before the first page opens. `origin`: the console's. */
export async function openPushProfile(
  context: BrowserContext,
  service: PushEndpoint,
  origin: string,
): Promise<PushProfile> {
  let current: PushDevice | null = null
  const profile: PushProfile = {
    answer: 'granted',
    asked: 0,
    get device() {
      return current
    },
    deliver: (page, ...kinds) => deliver(page, origin, current, kinds),
  }
  await context.exposeBinding('pushOfTest', async ({ page }, wish: PushWish): Promise<PushAnswer> => {
    if (wish === 'ask') {
      profile.asked += 1
      await setNotifications(page, origin, profile.answer)
    }
    if (wish === 'subscribe') current = service.addDevice()
    if (wish === 'unsubscribe') current = null
    return current?.subscription ?? null
  })
  await context.addInitScript(standInForPush)
  return profile
}

/** Runs in the page, before its own code. */
function standInForPush(): void {
  const make = (answer: PushAnswer) =>
    answer && {
      endpoint: answer.endpoint,
      expirationTime: null,
      // As browsers that do not say for which key it was made.
      options: { userVisibleOnly: true, applicationServerKey: null },
      toJSON: () => answer,
      unsubscribe: () => window.pushOfTest('unsubscribe').then(() => true),
    }
  const readState = () => (Notification.permission === 'default' ? 'prompt' : Notification.permission)
  Object.assign(PushManager.prototype, {
    getSubscription: () => window.pushOfTest('get').then(make),
    subscribe: () => window.pushOfTest('subscribe').then(make),
    permissionState: () => Promise.resolve(readState()),
  })
  Object.assign(Notification, {
    requestPermission: async () => {
      if (Notification.permission === 'default') await window.pushOfTest('ask')
      return Notification.permission
    },
  })
}

async function deliver(
  page: Page,
  origin: string,
  device: PushDevice | null,
  kinds: readonly string[],
): Promise<void> {
  if (device === null) throw new Error('Nothing is subscribed.')
  const find = (kind: string) =>
    waitFor(`a push that is ${kind}`, () => device.arrived.findLast(({ payload }) => payload.kind === kind))
  const pushes = await Promise.all(kinds.map(find))
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await Promise.all(
    pushes.map(({ text: data }) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    ),
  )
  await session.detach()
}
