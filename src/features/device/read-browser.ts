import { readRoom, type StorageRoom } from '#src/lib/storage-room.ts'

/** How long one of the browser's own answers is waited for. */
const PATIENCE_MS = 2_000

/** The browser and the device under it, without any address, subscription or token. */
export interface BrowserFacts {
  userAgent: string
  language: string
  timeZone: string
  screen: string
  pixelRatio: number
  touchPoints: number
  cores: number
  memoryGb: number | null
  isInstalled: boolean
  isVisible: boolean
  line: { isOnline: boolean; type: string | null; savesData: boolean | null }
  storage: (StorageRoom & { isPersisted: boolean | null }) | null
  worker: {
    isSupported: boolean
    controls: string | null
    active: string | null
    waiting: boolean
    installing: boolean
  }
  backgroundSync: boolean
  notifications: string
  isSubscribed: boolean | null
}

export async function readBrowserFacts(): Promise<BrowserFacts> {
  const registration = await within(readRegistration(), undefined)
  const room = await within(readRoom(), null)
  const kept = navigator.storage?.persisted ? await within(navigator.storage.persisted(), null) : null
  const memory = readExtra(navigator, 'deviceMemory')
  const connection = readExtra(navigator, 'connection')
  const type = readExtra(connection, 'effectiveType')
  const savesData = readExtra(connection, 'saveData')
  return {
    userAgent: navigator.userAgent,
    language: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen: `${screen.width}x${screen.height}, window ${innerWidth}x${innerHeight}`,
    pixelRatio: devicePixelRatio,
    touchPoints: navigator.maxTouchPoints,
    cores: navigator.hardwareConcurrency,
    memoryGb: typeof memory === 'number' ? memory : null,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    isVisible: document.visibilityState === 'visible',
    line: {
      isOnline: navigator.onLine,
      type: typeof type === 'string' ? type : null,
      savesData: typeof savesData === 'boolean' ? savesData : null,
    },
    storage: room && { ...room, isPersisted: kept },
    worker: {
      isSupported: 'serviceWorker' in navigator,
      controls: navigator.serviceWorker?.controller?.state ?? null,
      active: registration?.active?.state ?? null,
      waiting: Boolean(registration?.waiting),
      installing: Boolean(registration?.installing),
    },
    backgroundSync: registration !== undefined && 'sync' in registration,
    notifications: 'Notification' in globalThis ? Notification.permission : 'not there',
    // Its address is a secret of the device: only whether there is one.
    isSubscribed: registration?.pushManager
      ? await within(
          registration.pushManager.getSubscription().then((found) => found !== null),
          null,
        )
      : null,
  }
}

/** Which build runs: its shell's file, whose name changes with what is in it. Empty while developing. */
export function readBuild(): string {
  const entries = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  const shell = [...entries].at(-1)
  return shell ? (/([^/]+)\.js$/.exec(new URL(shell.src).pathname)?.[1] ?? '') : ''
}

/** What not all browsers have. */
function readExtra(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}

async function readRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration()
}

/** A browser's part that is stuck or refuses is told as what is not known. */
function within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const patience = new Promise<T>((resolve) => {
    setTimeout(() => resolve(otherwise), PATIENCE_MS)
  })
  return Promise.race([answer.catch(() => otherwise), patience])
}
