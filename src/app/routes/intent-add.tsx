import { IntentAddPage } from '#src/features/intents/intent-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/intents/add`: operators and up. */
export function IntentAddRoute() {
  return <OnlineScreen draw={(page) => <IntentAddPage {...page} />} />
}
