import type { RouterHistory } from '@tanstack/react-router'
import type { Role } from '#src/domain/roles.ts'
import { logger } from '#src/lib/logger.ts'
import { createDeferredScreen } from '#src/ui/deferred-part.tsx'

/** All screens but the messenger, with the router: no row of a chat list needs either. */
export const OtherScreens = createDeferredScreen(() =>
  import('./routed-screens.tsx').then((module) => module.RoutedScreens),
)

/** Fetches a screen that somebody is about to open. */
export function fetchAhead(history: RouterHistory, role: Role, path: string): void {
  import('./routed-screens.tsx')
    .then((module) => module.fetchScreen(history, role, path))
    .catch((error: unknown) => logger.warn('a screen could not be fetched', { error }))
}
