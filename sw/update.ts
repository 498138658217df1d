import { worker } from './scope.ts'

/** A new worker waits until a person accepts the update (W2); the first one serves the page that installed it. */
export function updateByPrompt(): void {
  worker.addEventListener('message', (event) => {
    if (event.data?.type === 'SKIP_WAITING') void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}
