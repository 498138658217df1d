import { hasRole, type Role, type RoleName } from './roles.ts'

/**
 * The screens that exist, in the order of the header, with their least role (specification section 2). A new screen is
 * one line here and one route in `src/app/router.tsx`; guards, header, menu and command palette follow. `nav`: `main`
 * stands in the header's row, `config` in the admin's menu; `none` is led to by another screen.
 */
export const SCREENS = [
  { id: 'messenger', path: '/messenger', title: 'Conversations', least: 'agent', nav: 'main' },
  { id: 'answers', path: '/answers-table', title: 'Responses', least: 'manager', nav: 'main' },
  { id: 'intents', path: '/intents', title: 'Intents', least: 'operator', nav: 'main' },
  { id: 'campaigns', path: '/cronCampaigns', title: 'Campaigns', least: 'marketing', nav: 'main' },
  { id: 'tickets', path: '/tickets', title: 'Tickets', least: 'operator', nav: 'main' },
  { id: 'reports', path: '/report-page', title: 'Reporting', least: 'manager', nav: 'main' },
  { id: 'unsent', path: '/unsent', title: 'Unsent', least: 'agent', nav: 'main' },
  { id: 'users', path: '/config/users', title: 'Users', least: 'admin', nav: 'config' },
  { id: 'test-users', path: '/config/test-users', title: 'Test users', least: 'admin', nav: 'config' },
  { id: 'assignees', path: '/config/assignees', title: 'Assignees', least: 'admin', nav: 'config' },
  { id: 'departments', path: '/config/queues', title: 'Departments', least: 'admin', nav: 'config' },
  { id: 'integrations', path: '/config/integrations', title: 'Integrations', least: 'admin', nav: 'config' },
  { id: 'alerts-table', path: '/config/alerts-table', title: 'Alerts', least: 'admin', nav: 'config' },
  { id: 'duty', path: '/config/agent-on-duty', title: 'Agent on duty', least: 'admin', nav: 'config' },
  { id: 'audit', path: '/config/audit', title: 'Audit', least: 'admin', nav: 'config', needs: 'admin' },
  {
    id: 'translations',
    path: '/intents/translations',
    title: 'Built-In Intent Strings',
    least: 'admin',
    nav: 'none',
  },
  {
    id: 'not-understood',
    path: '/intents/not-understood',
    title: 'Not Understood',
    least: 'operator',
    nav: 'none',
    needsBot: 'not-understood',
  },
  { id: 'segments', path: '/cronCampaigns/segmentation', title: 'Segmentation', least: 'admin', nav: 'none' },
  { id: 'alerts', path: '/alerts', title: 'Alerts on this device', least: 'agent', nav: 'none' },
  { id: 'device', path: '/device', title: 'This device', least: 'agent', nav: 'none' },
] as const satisfies readonly ScreenRow[]

interface ScreenRow {
  id: string
  path: string
  title: string
  least: RoleName
  nav: 'main' | 'config' | 'none'
  /** What the environment must have announced: without it the screen is led to by nothing. */
  needs?: 'admin'
  /** The same of a word under `bot`. */
  needsBot?: string
}

type ExistingScreen = (typeof SCREENS)[number]
/** A screen whose address is one that the router knows. */
export type Screen = ScreenRow & Pick<ExistingScreen, 'id' | 'path'>
export type ScreenId = ExistingScreen['id']

/** The screens that a person may open, of one place in the navigation or of all. */
export function screensFor(role: Role, nav?: ScreenRow['nav']): Screen[] {
  const screens: readonly Screen[] = SCREENS
  return screens.filter((screen) => hasRole(role, screen.least) && (nav === undefined || screen.nav === nav))
}
