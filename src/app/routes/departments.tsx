import { DepartmentsPage } from '#src/features/config/departments-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/queues`: admins. */
export function DepartmentsRoute() {
  return <OnlineScreen draw={(page) => <DepartmentsPage {...page} />} />
}
