import { IntentsPage } from '#src/features/intents/intents-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/intents`: operators and up. */
export function IntentsRoute() {
  return <OnlineScreen draw={(page) => <IntentsPage {...page} />} />
}
