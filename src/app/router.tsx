import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router'
import { messengerSearchSchema, WHOLE_LIST } from '#src/features/messenger/search.ts'
import { Frame } from './frame.tsx'
import { MessengerRoute } from './routes/messenger.tsx'
import { ScreenError } from './screen-error.tsx'

const rootRoute = createRootRoute({
  component: Frame,
  // Any other path redirects to /messenger (specification section 2).
  notFoundComponent: () => <Navigate to="/messenger" search={WHOLE_LIST} replace />,
})
// One component for the list alone and with a chat: choosing one draws nothing anew that stays.
const messengerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messenger',
  validateSearch: messengerSearchSchema,
  component: MessengerRoute,
})
const chatRoute = createRoute({ getParentRoute: () => messengerRoute, path: '/$chatId' })
const unsentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsent',
  component: lazyRouteComponent(() =>
    import('#src/features/messenger/unsent-page.tsx').then((module) => ({ default: module.UnsentPage })),
  ),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([messengerRoute.addChildren([chatRoute]), unsentRoute]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
  // The screens keep their own places.
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
