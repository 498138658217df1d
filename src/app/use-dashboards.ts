import { useNavigate } from '@tanstack/react-router'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { listDashboards, type Dashboard } from '#src/features/reports/titled/dashboards.ts'
import { useApp } from './app-context.ts'

interface Dashboards {
  /** Those of this person's kind of bot (CONTRACT section 7). */
  dashboards: readonly Dashboard[]
  /** Opens one; null: the page of our own reports. */
  open(title: string | null): void
}

/** The reports that other systems make for this environment. */
export function useDashboards(): Dashboards {
  const { environments } = useApp()
  const { serverBotType } = useWorkspace().user
  const navigate = useNavigate()
  return {
    dashboards: listDashboards(environments.dashboardsFor(serverBotType)),
    open: (title) =>
      void (title === null
        ? navigate({ to: '/report-page' })
        : navigate({ to: '/report-page/$reportTitle', params: { reportTitle: title } })),
  }
}
