import { cacheNames } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { answerOnDemand } from './on-demand.ts'
import { worker } from './scope.ts'

/** Files of the two builds before this one, the newer first: a tab that still runs one can load its late chunks (W2). */
const EARLIER_CACHES = ['bellhop-previous-build', 'bellhop-build-before-that'] as const
const ASSETS = '/assets/'

/** Keeps, at install, what the running build precached and this one no longer has; what nobody has comes on demand. */
export function keepPreviousBuild(current: ReadonlySet<string>): void {
  worker.addEventListener('install', (event) => event.waitUntil(copyPrevious(current)))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(ASSETS) && !current.has(url.pathname),
    async ({ request }) => (await findEarlier(request)) ?? answerOnDemand(request),
  )
}

async function findEarlier(request: Request): Promise<Response | undefined> {
  for (const cacheName of EARLIER_CACHES) {
    const kept = await caches.match(request, { cacheName })
    if (kept) return kept
  }
  return undefined
}

async function copyPrevious(current: ReadonlySet<string>): Promise<void> {
  const precache = await caches.open(cacheNames.precache)
  const outgoing = await findOthers(precache, current)
  if (outgoing.length === 0) return
  const [previousName, beforeName] = EARLIER_CACHES
  const previous = await caches.open(previousName)
  await caches.delete(beforeName)
  await copyFiles(previous, await caches.open(beforeName), await findOthers(previous, current))
  await caches.delete(previousName)
  await copyFiles(precache, await caches.open(previousName), outgoing)
}

async function findOthers(cache: Cache, current: ReadonlySet<string>): Promise<Request[]> {
  const requests = await cache.keys()
  return requests.filter(({ url }) => {
    const { pathname } = new URL(url)
    return pathname.startsWith(ASSETS) && !current.has(pathname)
  })
}

async function copyFiles(from: Cache, to: Cache, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    const response = await from.match(request)
    if (response) await to.put(request, response)
  }
}
