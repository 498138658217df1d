import { useParams } from '@tanstack/react-router'
import { TitledReportPage } from '#src/features/reports/titled/titled-report-page.tsx'
import { useDashboards } from '../use-dashboards.ts'

/** `/report-page/{reportTitle}`: managers and up. */
export function TitledReportRoute() {
  const title = useParams({ strict: false, select: (params) => params.reportTitle }) ?? ''
  const { dashboards, open } = useDashboards()
  return <TitledReportPage title={title} dashboards={dashboards} onOpen={open} />
}
