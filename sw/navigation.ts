import { createHandlerBoundToURL } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { answerStart } from './start-layer/answer-start.ts'

/** What is never the shell: the environment's calls, the guest page, and files (W1). */
const NOT_THE_SHELL = [/^\/api(\/|$)/, /^\/analytics(\/|$)/, /^\/guest(\/|$)/, /\/[^/?]+\.[^/?]+$/]

const START = '/messenger'

/** Every other navigation gets the precached shell, with or without a line (W1); a start with its first rows (W6). */
export function answerNavigations(): void {
  const answerWithShell = createHandlerBoundToURL('/index.html')
  registerRoute(
    new NavigationRoute(
      (call) =>
        call.url.pathname === START
          ? answerStart(call.url, () => answerWithShell(call))
          : answerWithShell(call),
      { denylist: NOT_THE_SHELL },
    ),
  )
}
