import { useRouter, useSearch } from '@tanstack/react-router'
import { ReportsPage } from '#src/features/reports/reports-page.tsx'
import { DashboardMenu } from '#src/features/reports/titled/dashboard-menu.tsx'
import { readReportSearch, reportAddress } from '#src/features/reports/search.ts'
import { OnlineScreen } from '../online-screen.tsx'
import { useDashboards } from '../use-dashboards.ts'

/** `/report-page`: managers and up. Its address is read here, so that the router's table does not bring what reads it. */
export function ReportsRoute() {
  const search = readReportSearch(useSearch({ strict: false }))
  const { history } = useRouter()
  const { dashboards, open } = useDashboards()
  return (
    <OnlineScreen
      draw={({ navigate }) => (
        <ReportsPage
          search={search}
          onSearch={(next, isStep) =>
            isStep ? navigate(reportAddress(next)) : history.replace(reportAddress(next))
          }
          dashboards={
            dashboards.length > 0 && <DashboardMenu dashboards={dashboards} open={null} onOpen={open} />
          }
        />
      )}
    />
  )
}
