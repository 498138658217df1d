import { isBlank } from '#src/domain/text/blank.ts'

/** A report that another system makes, as the environments' list names it (specification section 7). */
export interface Dashboard {
  title: string
  url: string
}

/** The titles that the address and the menu may name; what has no web address is left out. */
export function listDashboards(dashboards: readonly Dashboard[]): Dashboard[] {
  return dashboards.filter(({ title, url }) => !isBlank(title) && isWeb(url))
}

/** The one of an address, in whatever letter case it was typed; null: there is none. */
export function findDashboard(dashboards: readonly Dashboard[], title: string): Dashboard | null {
  const wanted = title.trim().toLowerCase()
  return dashboards.find((dashboard) => dashboard.title.trim().toLowerCase() === wanted) ?? null
}

function isWeb(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
