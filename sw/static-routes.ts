import { logger } from '#src/lib/logger.ts'
import { worker } from './scope.ts'

/** Paths of an environment's calls, on whatever host it is. */
const CALLS = ['/api/*', '/analytics/*']
/** Their names change with what is in them: whichever cache has one has the right one. */
const ASSETS = ['/assets/*']

interface Rule {
  condition: { urlPattern: URLPattern }
  source: 'network' | 'cache'
}

interface RoutableInstallEvent extends ExtendableEvent {
  addRoutes(rules: Rule[]): Promise<void>
}

/**
 * Where the browser has static routes it answers by itself what this worker would only pass on. Calls to an environment
 * pass the worker by (W1): on a phone that is quicker, and a worker that is left asleep makes room for the next build at
 * once. The parts of the app come from the caches, or over the line where no cache has one, while the worker reads what a
 * start shows (W6).
 */
export function routeByTheBrowser(): void {
  worker.addEventListener('install', (event) => {
    if (isRoutable(event)) event.waitUntil(addRoutes(event))
  })
}

/** Never rejects: without them this worker answers by itself, and its installation would fail at every try. */
async function addRoutes(event: RoutableInstallEvent): Promise<void> {
  try {
    await event.addRoutes([...makeRules(CALLS, 'network'), ...makeRules(ASSETS, 'cache')])
  } catch (error) {
    logger.warn('the browser takes no such static routes', { error: String(error) })
  }
}

function makeRules(pathnames: readonly string[], source: Rule['source']): Rule[] {
  return pathnames.map((pathname) => ({ condition: { urlPattern: new URLPattern({ pathname }) }, source }))
}

function isRoutable(event: ExtendableEvent): event is RoutableInstallEvent {
  return 'addRoutes' in event
}
