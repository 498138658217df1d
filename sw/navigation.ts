import { createHandlerBoundToURL } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** What is never the shell: the environment's calls, the guest page, and files (W1). */
const NOT_THE_SHELL = [/^\/api(\/|$)/, /^\/analytics(\/|$)/, /^\/guest(\/|$)/, /\/[^/?]+\.[^/?]+$/]

/** Every other navigation gets the precached shell, with or without a line (W1). */
export function answerNavigations(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_SHELL }))
}
