import { cacheNames } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { answerOnDemand } from './on-demand.ts'
import { worker } from './scope.ts'

/** Files of the build before this one: a tab that still runs it can load its late chunks (W2). */
const PREVIOUS_CACHE = 'bellhop-previous-build'
const ASSETS = '/assets/'

/** Keeps, at install, what the running build precached and this one no longer has; what neither has comes on demand. */
export function keepPreviousBuild(current: ReadonlySet<string>): void {
  worker.addEventListener('install', (event) => event.waitUntil(copyPrevious(current)))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(ASSETS) && !current.has(url.pathname),
    async ({ request }) =>
      (await caches.match(request, { cacheName: PREVIOUS_CACHE })) ?? answerOnDemand(request),
  )
}

async function copyPrevious(current: ReadonlySet<string>): Promise<void> {
  const precache = await caches.open(cacheNames.precache)
  const outgoing = (await precache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url)
    return pathname.startsWith(ASSETS) && !current.has(pathname)
  })
  if (outgoing.length === 0) return
  await caches.delete(PREVIOUS_CACHE)
  const previous = await caches.open(PREVIOUS_CACHE)
  for (const request of outgoing) {
    const response = await precache.match(request)
    if (response) await previous.put(request, response)
  }
}
