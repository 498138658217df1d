import type { ConsoleWindows } from './alerts/alert-context.ts'
import { worker } from './scope.ts'

/** A slow phone that draws a chat answers late; a person who has tapped does not wait for longer. */
const ANSWER_WITHIN_MS = 1_000

/** The windows of this browser that this worker serves. */
export const consoleWindows: ConsoleWindows = {
  list: () => worker.clients.matchAll({ type: 'window' }),
  open: (address) => worker.clients.openWindow(address),
  answerWithinMs: ANSWER_WITHIN_MS,
}
