import { worker } from './scope.ts'

/** A new worker waits until a person accepts the update (W2); the first one serves the page that installed it. */
export function updateByPrompt(): void {
  worker.addEventListener('message', (event) => {
    const data: unknown = event.data
    const isAccepted =
      typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
    if (isAccepted) void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}
