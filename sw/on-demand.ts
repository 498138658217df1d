import { isOwnFile } from './own-file.ts'

/** Parts that few people open are kept from their first use on: nobody else's line and disk carry them. */
const ON_DEMAND_CACHE = 'bellhop-on-demand'
/** Those of two builds. What was kept first goes first. */
const MAX_FILES = 12

/** A file of the build that is not precached: from the cache where it was used before, else from the network, and kept. */
export async function answerOnDemand(request: Request): Promise<Response> {
  const cache = await caches.open(ON_DEMAND_CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (await isOwnFile(new URL(request.url).pathname, response)) await keep(cache, request, response.clone())
  return response
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  try {
    await cache.put(request, response)
    const requests = await cache.keys()
    const excess = requests.slice(0, Math.max(0, requests.length - MAX_FILES))
    await Promise.all(excess.map((old) => cache.delete(old)))
  } catch {
    // A full disk: it is fetched again the next time.
  }
}
