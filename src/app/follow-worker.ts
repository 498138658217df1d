import type { Store } from '#src/lib/store.ts'
import { readWindowMessage, type WindowPerson } from '#src/sync/window-messages.ts'
import type { AppState } from './runtime.ts'

interface FollowedPage {
  state: Pick<Store<AppState>, 'get'>
  /** Goes to a path as a link does: what is unsaved asks, and drafts stay. */
  show(path: string): void
  readPath(): string
}

/**
 * Does what the worker asks of this window at a click on a notification: it goes to a chat within the page that runs. A page
 * that is still starting, or that only a reload helps, does not answer: the worker loads the chat's address instead.
 */
export function followWorker(
  container: Pick<EventTarget, 'addEventListener'>,
  { state, show, readPath }: FollowedPage,
): void {
  container.addEventListener('message', (event) => {
    if (!(event instanceof MessageEvent)) return
    const message = readWindowMessage(event.data)
    const now = state.get()
    if (message?.type === 'ASK_WINDOW' && (now.kind === 'signed-in' || now.kind === 'signed-out')) {
      event.ports[0]?.postMessage(message.person === null || isOf(now, message.person))
    }
    // Signed out, the address stays as it is: the sign-in leads back to it.
    if (message?.type === 'SHOW_PATH' && now.kind === 'signed-in' && readPath() !== message.path) {
      show(message.path)
    }
  })
}

function isOf(state: AppState, { origin, userId }: WindowPerson): boolean {
  if (state.kind !== 'signed-in') return false
  return state.workspace.origin === origin && state.workspace.user.id === userId
}
