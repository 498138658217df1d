import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  parseSearchWith,
} from '@tanstack/react-router'
import { messengerSearchSchema, WHOLE_LIST } from '#src/features/messenger/search.ts'
import { ROLES } from '#src/domain/roles.ts'
import { Frame } from './frame.tsx'
import { guardRole, guardScreen, type RouterContext } from './guard-screen.ts'
import { parseSearchValue } from './parse-search.ts'
import { MessengerRoute } from './routes/messenger.tsx'
import { ScreenError } from './screen-error.tsx'

const rootRoute = createRootRouteWithContext<RouterContext>()({
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
// Each other screen names its row of the table of screens, loads when it is opened, and is listed in the tree below.
const unsentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsent',
  beforeLoad: guardScreen('unsent'),
  component: lazyRouteComponent(() =>
    import('./routes/unsent.tsx').then((module) => ({ default: module.UnsentRoute })),
  ),
})
const answersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/answers-table',
  beforeLoad: guardScreen('answers'),
  component: lazyRouteComponent(() =>
    import('./routes/answers.tsx').then((module) => ({ default: module.AnswersRoute })),
  ),
})
const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/users',
  beforeLoad: guardScreen('users'),
  component: lazyRouteComponent(() =>
    import('./routes/users.tsx').then((module) => ({ default: module.UsersRoute })),
  ),
})
const testUsersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/test-users',
  beforeLoad: guardScreen('test-users'),
  component: lazyRouteComponent(() =>
    import('./routes/test-users.tsx').then((module) => ({ default: module.TestUsersRoute })),
  ),
})
const intentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/intents',
  beforeLoad: guardScreen('intents'),
  component: lazyRouteComponent(() =>
    import('./routes/intents.tsx').then((module) => ({ default: module.IntentsRoute })),
  ),
})
const intentAddRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/intents/add',
  beforeLoad: guardScreen('intents'),
  component: lazyRouteComponent(() =>
    import('./routes/intent-add.tsx').then((module) => ({ default: module.IntentAddRoute })),
  ),
})
const intentEditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/intents/edit/$id',
  beforeLoad: guardScreen('intents'),
  component: lazyRouteComponent(() =>
    import('./routes/intent-edit.tsx').then((module) => ({ default: module.IntentEditRoute })),
  ),
})
// One component for all of its lists: what is typed in one is asked about before another is opened.
const ticketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tickets',
  beforeLoad: guardScreen('tickets'),
  component: lazyRouteComponent(() =>
    import('./routes/tickets.tsx').then((module) => ({ default: module.TicketsRoute })),
  ),
})
const ticketTabRoute = createRoute({ getParentRoute: () => ticketsRoute, path: '/$filter' })
const assigneesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/assignees',
  beforeLoad: guardScreen('assignees'),
  component: lazyRouteComponent(() =>
    import('./routes/assignees.tsx').then((module) => ({ default: module.AssigneesRoute })),
  ),
})
const departmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/queues',
  beforeLoad: guardScreen('departments'),
  component: lazyRouteComponent(() =>
    import('./routes/departments.tsx').then((module) => ({ default: module.DepartmentsRoute })),
  ),
})
const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/integrations',
  beforeLoad: guardScreen('integrations'),
  component: lazyRouteComponent(() =>
    import('./routes/integrations.tsx').then((module) => ({ default: module.IntegrationsRoute })),
  ),
})
const alertsTableRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/alerts-table',
  beforeLoad: guardScreen('alerts-table'),
  component: lazyRouteComponent(() =>
    import('./routes/alerts-table.tsx').then((module) => ({ default: module.AlertsTableRoute })),
  ),
})
const dutyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/agent-on-duty',
  beforeLoad: guardScreen('duty'),
  component: lazyRouteComponent(() =>
    import('./routes/duty.tsx').then((module) => ({ default: module.DutyRoute })),
  ),
})
const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/audit',
  beforeLoad: guardScreen('audit'),
  component: lazyRouteComponent(() =>
    import('./routes/audit.tsx').then((module) => ({ default: module.AuditRoute })),
  ),
})
// The page of one row, for every list that has one (`edit-pages`).
const editRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/$type/edit/$id',
  beforeLoad: ({ context }) => guardRole(context.role, 'admin'),
  component: lazyRouteComponent(() =>
    import('./routes/edit.tsx').then((module) => ({ default: module.EditRoute })),
  ),
})
const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  beforeLoad: guardScreen('alerts'),
  component: lazyRouteComponent(() =>
    import('./routes/alerts.tsx').then((module) => ({ default: module.AlertsRoute })),
  ),
})
const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  beforeLoad: guardScreen('device'),
  component: lazyRouteComponent(() =>
    import('./routes/device.tsx').then((module) => ({ default: module.DeviceRoute })),
  ),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    messengerRoute.addChildren([chatRoute]),
    unsentRoute,
    answersRoute,
    intentsRoute,
    intentAddRoute,
    intentEditRoute,
    usersRoute,
    testUsersRoute,
    ticketsRoute.addChildren([ticketTabRoute]),
    assigneesRoute,
    departmentsRoute,
    integrationsRoute,
    alertsTableRoute,
    dutyRoute,
    auditRoute,
    editRoute,
    alertsRoute,
    deviceRoute,
  ]),
  // The app gives the signed-in person's role where it draws the router.
  context: { role: ROLES.agent },
  // Not the messenger's: an address below it with one part too many is no chat.
  notFoundMode: 'root',
  parseSearch: parseSearchWith(parseSearchValue),
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
