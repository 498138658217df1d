import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { ReportsPage } from '#src/features/reports/reports-page.tsx'
import { DashboardMenu } from '#src/features/reports/titled/dashboard-menu.tsx'
import { TitledReportPage } from '#src/features/reports/titled/titled-report-page.tsx'
import { readReportSearch, reportAddress } from '#src/features/reports/search.ts'
import { OnlineScreen } from '../online-screen.tsx'
import { useDashboards } from '../use-dashboards.ts'

/**
 * `/report-page` and `/report-page/{reportTitle}`: managers and up. The address is read here, so that the router's table does not
 * bring what reads it.
 */
export function ReportsRoute() {
  const title = useParams({ strict: false, select: (params) => params.reportTitle })
  const search = readReportSearch(useSearch({ strict: false }))
  const { history } = useRouter()
  const { dashboards, open } = useDashboards()
  return (
    <OnlineScreen
      draw={({ navigate }) =>
        title === undefined ? (
          <ReportsPage
            search={search}
            onSearch={(next, isStep) =>
              isStep ? navigate(reportAddress(next)) : history.replace(reportAddress(next))
            }
            dashboards={
              dashboards.length > 0 && <DashboardMenu dashboards={dashboards} open={null} onOpen={open} />
            }
          />
        ) : (
          <TitledReportPage title={title} dashboards={dashboards} onOpen={open} />
        )
      }
    />
  )
}
