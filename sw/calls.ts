import { worker } from './scope.ts'

/** Paths of an environment's calls, on whatever host it is. */
const CALLS = ['/api/*', '/analytics/*']

interface RoutableInstallEvent extends ExtendableEvent {
  addRoutes(rules: { condition: { urlPattern: URLPattern }; source: 'network' }[]): Promise<void>
}

/**
 * Calls to an environment pass the worker by (W1): nothing here answers them anyway, and where the browser has static
 * routes they do not even wake it. On a phone that is quicker, and a worker that is left asleep makes room for the next
 * build at once.
 */
export function leaveCallsAlone(): void {
  worker.addEventListener('install', (event) => {
    if (!isRoutable(event)) return
    const rules = CALLS.map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: 'network' as const,
    }))
    event.waitUntil(event.addRoutes(rules))
  })
}

function isRoutable(event: ExtendableEvent): event is RoutableInstallEvent {
  return 'addRoutes' in event
}
