import type { PushBrowser } from '#src/actions/session-alerts.ts'
import { recognisePlatform } from '#src/domain/devices/platform.ts'
import type { AlertsBrowser } from '#src/features/alerts/alerts-controller.ts'
import type { AlertsSupport } from '#src/features/alerts/health.ts'
import { isStandalone } from '#src/lib/platform.ts'
import { within } from '#src/lib/within.ts'
import { onReturn } from '../visibility.ts'

/** The first start registers the worker after its rows, and it installs itself then. */
const WORKER_WITHIN_MS = 15_000
/** A push service that a hotel's network lets nobody reach keeps a browser waiting for minutes. */
const SUBSCRIBE_WITHIN_MS = 20_000

/** This page's browser, as alerts need it. */
export function openAlertsBrowser(): AlertsBrowser {
  const support = readSupport()
  return {
    support,
    readPermission,
    // Where it was answered already, browsers give that answer.
    askPermission: () =>
      'Notification' in window ? Notification.requestPermission() : Promise.resolve(readPermission()),
    watchPermission,
    openPush: () => (support === 'yes' ? openPush() : Promise.resolve(null)),
  }
}

/** What subscribes in this page; null where no worker runs. */
async function openPush(): Promise<PushBrowser | null> {
  const registration = await findRegistration()
  if (!registration?.active) return null
  const { pushManager } = registration
  return {
    getSubscription: () => pushManager.getSubscription(),
    permissionState: (options) => pushManager.permissionState(options),
    subscribe: (options) => within(SUBSCRIBE_WITHIN_MS, pushManager.subscribe(options)),
  }
}

/** Where none came in good time, none is waited for a second time. */
let hasWaited = false

async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator
  const registration = (await serviceWorker.getRegistration()) ?? null
  if (registration?.active || hasWaited) return registration
  try {
    return await within(WORKER_WITHIN_MS, serviceWorker.ready)
  } catch {
    hasWaited = true
    return null
  }
}

function readSupport(): AlertsSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  const { system } = recognisePlatform(navigator.userAgent, navigator.maxTouchPoints)
  return system === 'ios' && !isStandalone() ? 'home-screen' : 'no'
}

function readPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'default'
}

/** Not every browser tells of a change, so it is looked at when the person comes back as well. */
function watchPermission(onChange: () => void): () => void {
  const stopReturn = onReturn(onChange)
  let status: PermissionStatus | null = null
  let isStopped = false
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isStopped) return
      status = found
      status.addEventListener('change', onChange)
    })
    .catch(() => undefined)
  return () => {
    isStopped = true
    stopReturn()
    status?.removeEventListener('change', onChange)
  }
}
