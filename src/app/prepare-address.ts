import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { describeMessengerAddress, isMessenger, WHOLE_LIST } from '#src/features/messenger/search.ts'
import { followWorker } from './follow-worker.ts'
import { putListBehind } from './list-behind.ts'
import { OtherScreens } from './other-screens.ts'
import type { Runtime } from './runtime.ts'

/** This window's history, once for the page that runs: it begins at a screen, and goes where the worker asks it to. */
export function prepareAddress({ state }: Pick<Runtime, 'state'>): RouterHistory {
  const history = createBrowserHistory()
  // As any other path that is no screen's, and by far the commonest of these: the router need not be there to say so.
  if (history.location.pathname === '/') history.replace(describeMessengerAddress(undefined, WHOLE_LIST))
  if (!isMessenger(history.location) && state.get().kind === 'signed-in') void OtherScreens.preload()
  putListBehind(history, window.history.length)
  if ('serviceWorker' in navigator) {
    followWorker(navigator.serviceWorker, {
      state,
      show: (path) => history.push(path),
      readPath: () => history.location.pathname,
    })
  }
  return history
}
