import { UsersPage } from '#src/features/users/users-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/users`: admins. */
export function UsersRoute() {
  return <OnlineScreen draw={(page) => <UsersPage {...page} />} />
}
