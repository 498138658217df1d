import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { isOwnFile } from './own-file.ts'
import { keepPreviousBuild } from './previous-build.ts'

type Manifest = ServiceWorkerGlobalScope['__WB_MANIFEST']

/** The shell, with revision hashes (W1). Calls to an environment are in no manifest and are not intercepted. */
export function precacheShell(manifest: Manifest): void {
  const paths = manifest.map(
    (entry) => new URL(typeof entry === 'string' ? entry : entry.url, location.origin).pathname,
  )
  // A file that is not kept ends the installation: the browser tries again, and what was kept before goes on.
  addPlugins([
    {
      cacheWillUpdate: async ({ request, response }) =>
        (await isOwnFile(new URL(request.url).pathname, response)) ? response : null,
    },
  ])
  precacheAndRoute(manifest)
  keepPreviousBuild(new Set(paths))
  cleanupOutdatedCaches()
}
