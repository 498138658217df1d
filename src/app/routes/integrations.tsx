import { IntegrationsPage } from '#src/features/config/integrations-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/integrations`: admins. */
export function IntegrationsRoute() {
  return <OnlineScreen draw={(page) => <IntegrationsPage {...page} />} />
}
