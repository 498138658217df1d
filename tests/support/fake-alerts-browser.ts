import type { AlertsBrowser } from '#src/features/alerts/alerts-controller.ts'
import { createPushBrowser, type FakePushBrowser } from './fake-push-browser.ts'
import type { PushHotel } from './push-hotel.ts'

/** A page's browser whose person and settings a test speaks for. */
export interface FakeAlertsBrowser extends AlertsBrowser {
  push: FakePushBrowser
  /** Somebody changes it in the browser's settings; the page is told. */
  setPermission(permission: NotificationPermission): void
  /** What the person answers to the browser's question. */
  answer: NotificationPermission
  /** How often the browser asked. */
  asked: number
  hasWorker: boolean
  watchers: number
}

export function createAlertsBrowser(hotel: PushHotel): FakeAlertsBrowser {
  const push = createPushBrowser(hotel)
  const listeners = new Set<() => void>()
  let permission: NotificationPermission = 'default'
  const show = (next: NotificationPermission) => {
    permission = next
    push.permission = next === 'default' ? 'prompt' : next
  }
  show('default')
  const made: FakeAlertsBrowser = {
    push,
    support: 'yes',
    answer: 'granted',
    asked: 0,
    hasWorker: true,
    watchers: 0,
    readPermission: () => permission,
    askPermission() {
      if (permission === 'default') {
        made.asked += 1
        show(made.answer)
      }
      return Promise.resolve(permission)
    },
    watchPermission(onChange) {
      listeners.add(onChange)
      made.watchers = listeners.size
      return () => {
        listeners.delete(onChange)
        made.watchers = listeners.size
      }
    },
    openPush: () => Promise.resolve(made.hasWorker ? push : null),
    setPermission(next) {
      show(next)
      for (const listener of [...listeners]) listener()
    },
  }
  return made
}
