import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  parseSearchWith,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { readMessengerSearch, WHOLE_LIST } from '#src/features/messenger/search.ts'
import type { Role } from '#src/domain/roles.ts'
import type { ScreenId } from '#src/domain/screens.ts'
import { createDeferredScreen } from '#src/ui/deferred-part.tsx'
import { guardCampaignList, guardRole, guardScreen, type RouterContext } from './guard-screen.ts'
import { parseSearchValue } from '#src/lib/parse-search.ts'
import { ScreenError } from './screen-error.tsx'

const rootRoute = createRootRouteWithContext<RouterContext>()({
  // Any other path redirects to /messenger (specification section 2).
  notFoundComponent: () => <Navigate to="/messenger" search={WHOLE_LIST} replace />,
})
const messengerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messenger',
  validateSearch: readMessengerSearch,
  component: () => null,
})
const chatRoute = createRoute({ getParentRoute: () => messengerRoute, path: '/$chatId' })
// Each other screen is listed in the tree below.
const unsentRoute = createScreenRoute('/unsent', 'unsent', () =>
  import('./routes/unsent.tsx').then((module) => module.UnsentRoute),
)
const answersRoute = createScreenRoute('/answers-table', 'answers', () =>
  import('./routes/answers.tsx').then((module) => module.AnswersRoute),
)
const usersRoute = createScreenRoute('/config/users', 'users', () =>
  import('./routes/users.tsx').then((module) => module.UsersRoute),
)
const testUsersRoute = createScreenRoute('/config/test-users', 'test-users', () =>
  import('./routes/test-users.tsx').then((module) => module.TestUsersRoute),
)
const intentsRoute = createScreenRoute('/intents', 'intents', () =>
  import('./routes/intents.tsx').then((module) => module.IntentsRoute),
)
const intentAddRoute = createScreenRoute('/intents/add', 'intents', () =>
  import('./routes/intent-add.tsx').then((module) => module.IntentAddRoute),
)
const intentEditRoute = createScreenRoute('/intents/edit/$id', 'intents', () =>
  import('./routes/intent-edit.tsx').then((module) => module.IntentEditRoute),
)
const translationsRoute = createScreenRoute('/intents/translations', 'translations', () =>
  import('./routes/translations.tsx').then((module) => module.TranslationsRoute),
)
const notUnderstoodRoute = createScreenRoute('/intents/not-understood', 'not-understood', () =>
  import('./routes/not-understood.tsx').then((module) => module.NotUnderstoodRoute),
)
// The header's link: it is the current one on every page below it.
const campaignsHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cronCampaigns',
  beforeLoad: (route) => {
    guardCampaignList(route)
    throw redirect({ to: '/cronCampaigns/Campaigns', replace: true })
  },
})
const campaignsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cronCampaigns/Campaigns',
  beforeLoad: guardCampaignList,
  component: createDeferredScreen(() =>
    import('./routes/campaigns.tsx').then((module) => module.CampaignsRoute),
  ),
})
const segmentsRoute = createScreenRoute('/cronCampaigns/segmentation', 'segments', () =>
  import('./routes/segments.tsx').then((module) => module.SegmentsRoute),
)
const segmentFormRoute = createScreenRoute('/cronCampaigns/addsegment', 'segments', () =>
  import('./routes/segment-form.tsx').then((module) => module.SegmentFormRoute),
)
const campaignAddRoute = createScreenRoute('/cronCampaigns/add', 'campaigns', () =>
  import('./routes/campaign-add.tsx').then((module) => module.CampaignAddRoute),
)
const campaignEditRoute = createScreenRoute('/cronCampaigns/edit/$campaignId', 'campaigns', () =>
  import('./routes/campaign-edit.tsx').then((module) => module.CampaignEditRoute),
)
// One component for all of its lists: what is typed in one is asked about before another is opened.
const ticketsRoute = createScreenRoute('/tickets', 'tickets', () =>
  import('./routes/tickets.tsx').then((module) => module.TicketsRoute),
)
const ticketTabRoute = createRoute({ getParentRoute: () => ticketsRoute, path: '/$filter' })
const assigneesRoute = createScreenRoute('/config/assignees', 'assignees', () =>
  import('./routes/assignees.tsx').then((module) => module.AssigneesRoute),
)
const departmentsRoute = createScreenRoute('/config/queues', 'departments', () =>
  import('./routes/departments.tsx').then((module) => module.DepartmentsRoute),
)
const integrationsRoute = createScreenRoute('/config/integrations', 'integrations', () =>
  import('./routes/integrations.tsx').then((module) => module.IntegrationsRoute),
)
const alertsTableRoute = createScreenRoute('/config/alerts-table', 'alerts-table', () =>
  import('./routes/alerts-table.tsx').then((module) => module.AlertsTableRoute),
)
const dutyRoute = createScreenRoute('/config/agent-on-duty', 'duty', () =>
  import('./routes/duty.tsx').then((module) => module.DutyRoute),
)
const auditRoute = createScreenRoute('/config/audit', 'audit', () =>
  import('./routes/audit.tsx').then((module) => module.AuditRoute),
)
const reportsRoute = createScreenRoute('/report-page', 'reports', () =>
  import('./routes/reports.tsx').then((module) => module.ReportsRoute),
)
const titledReportRoute = createRoute({ getParentRoute: () => reportsRoute, path: '/$reportTitle' })
// The page of one row, for every list that has one (`edit-pages`).
const editRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/$type/edit/$id',
  beforeLoad: ({ context }) => guardRole(context.role, 'admin'),
  component: createDeferredScreen(() => import('./routes/edit.tsx').then((module) => module.EditRoute)),
})
const alertsRoute = createScreenRoute('/alerts', 'alerts', () =>
  import('./routes/alerts.tsx').then((module) => module.AlertsRoute),
)
const deviceRoute = createScreenRoute('/device', 'device', () =>
  import('./routes/device.tsx').then((module) => module.DeviceRoute),
)

/** A screen with its row of the table of screens: it loads when it is opened. */
function createScreenRoute<const Path extends string>(
  path: Path,
  id: ScreenId,
  fetchScreen: () => Promise<ComponentType>,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: guardScreen(id),
    component: createDeferredScreen(fetchScreen),
  })
}

const routeTree = rootRoute.addChildren([
  messengerRoute.addChildren([chatRoute]),
  unsentRoute,
  answersRoute,
  intentsRoute,
  intentAddRoute,
  intentEditRoute,
  translationsRoute,
  notUnderstoodRoute,
  campaignsHomeRoute,
  campaignsRoute,
  segmentsRoute,
  segmentFormRoute,
  campaignAddRoute,
  campaignEditRoute,
  usersRoute,
  testUsersRoute,
  ticketsRoute.addChildren([ticketTabRoute]),
  assigneesRoute,
  departmentsRoute,
  integrationsRoute,
  alertsTableRoute,
  dutyRoute,
  auditRoute,
  reportsRoute.addChildren([titledReportRoute]),
  editRoute,
  alertsRoute,
  deviceRoute,
])

/**
 * The router of all screens but the messenger, which goes by the address alone: it has its addresses, for what leads there, and draws
 * nothing. One that was left is not taken up again: it would show the former screen until it has matched the new one.
 */
export function createScreensRouter(history: RouterHistory, role: Role) {
  return createRouter({
    routeTree,
    history,
    context: { role },
    // Not the messenger's: an address below it with one part too many is no chat.
    notFoundMode: 'root',
    parseSearch: parseSearchWith(parseSearchValue),
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    // The screens keep their own places.
    scrollRestoration: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createScreensRouter>
  }
}
