import { IntentsPage } from '#src/features/intents/intents-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { IntentTabs } from './intent-tabs.tsx'

/** `/intents`: operators and up. */
export function IntentsRoute() {
  return <OnlineScreen draw={(page) => <IntentsPage tabs={<IntentTabs />} {...page} />} />
}
