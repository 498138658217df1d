import { Page } from '#src/ui/page.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { findDashboard, type Dashboard } from './dashboards.ts'

interface TitledReportPageProps {
  title: string
  dashboards: readonly Dashboard[]
  onOpen(title: string | null): void
}

/** `/report-page/{reportTitle}` (specification section 2): a report that another system makes. */
export function TitledReportPage({ title, dashboards, onOpen }: TitledReportPageProps) {
  const found = findDashboard(dashboards, title)
  return (
    <Page
      title={found?.title ?? 'Reporting'}
      width="wide"
      beside={<DashboardMenu dashboards={dashboards} open={found?.title ?? null} onOpen={onOpen} />}
    >
      {found ? (
        <DashboardFrame key={found.url} dashboard={found} />
      ) : (
        <WarningBox role="status">{`There is no report “${title}” in this environment. Choose another one above.`}</WarningBox>
      )}
    </Page>
  )
}
