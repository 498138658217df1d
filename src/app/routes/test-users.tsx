import { TestUsersPage } from '#src/features/users/test-users-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/test-users`: admins. */
export function TestUsersRoute() {
  return <OnlineScreen draw={(page) => <TestUsersPage {...page} />} />
}
