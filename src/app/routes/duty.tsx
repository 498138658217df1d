import { DutyPage } from '#src/features/duty/duty-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/agent-on-duty`: admins. */
export function DutyRoute() {
  return <OnlineScreen draw={(page) => <DutyPage {...page} />} />
}
