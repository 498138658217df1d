import { TranslationsPage } from '#src/features/translations/translations-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { IntentTabs } from './intent-tabs.tsx'

/** `/intents/translations`: admins. */
export function TranslationsRoute() {
  return <OnlineScreen draw={({ unsaved }) => <TranslationsPage tabs={<IntentTabs />} unsaved={unsaved} />} />
}
