import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { keepPreviousBuild } from './previous-build.ts'

type Manifest = ServiceWorkerGlobalScope['__WB_MANIFEST']

/** The shell, with revision hashes (W1). Calls to an environment are in no manifest and are not intercepted. */
export function precacheShell(manifest: Manifest): void {
  const paths = manifest.map(
    (entry) => new URL(typeof entry === 'string' ? entry : entry.url, location.origin).pathname,
  )
  precacheAndRoute(manifest)
  keepPreviousBuild(new Set(paths))
  cleanupOutdatedCaches()
}
