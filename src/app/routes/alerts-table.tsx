import { AlertsPage } from '#src/features/alerts-table/alerts-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/alerts-table`: admins. */
export function AlertsTableRoute() {
  return <OnlineScreen draw={(page) => <AlertsPage {...page} />} />
}
