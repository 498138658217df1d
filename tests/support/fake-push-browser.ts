import type { PushBrowser } from '#src/actions/session-alerts.ts'
import type { PushHotel } from './push-hotel.ts'

/** The one call that a machine without a push service can't make; the devices behind it are real. */
export interface FakePushBrowser extends PushBrowser {
  /** The endpoint that it has now. */
  endpoint(): string | null
  subscribed: number
  /** The next attempts to subscribe fail so. */
  fail: DOMException | null
  permission: PermissionState
}

export function createPushBrowser({ service }: PushHotel): FakePushBrowser {
  let current: PushSubscription | null = null
  const made: FakePushBrowser = {
    subscribed: 0,
    fail: null,
    permission: 'granted',
    endpoint: () => current?.endpoint ?? null,
    getSubscription: () => Promise.resolve(current),
    permissionState: () => Promise.resolve(made.permission),
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
