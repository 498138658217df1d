import { AssigneesPage } from '#src/features/config/assignees-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/assignees`: admins. */
export function AssigneesRoute() {
  return <OnlineScreen draw={(page) => <AssigneesPage {...page} />} />
}
