import { FINISH_UP, SERVE_ME } from '#src/sync/worker-words.ts'
import { worker } from './scope.ts'

const finishing = new AbortController()

/** Ends when this worker is to make room for the next build: whatever it does by itself ends with it. */
export const finishUp = finishing.signal

/** A new worker waits until a person accepts the update (W2); the first one serves the pages that are open. */
export function updateByPrompt(): void {
  worker.addEventListener('message', (event) => {
    const data: unknown = event.data
    if (isOfType(data, 'SKIP_WAITING')) void worker.skipWaiting()
    // A worker with work is not replaced: a flush that waits for a slow answer would hold the update up for minutes.
    if (isOfType(data, FINISH_UP)) {
      finishing.abort()
      event.ports[0]?.postMessage(FINISH_UP)
    }
    if (isOfType(data, SERVE_ME)) event.waitUntil(worker.clients.claim())
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

function isOfType(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}
