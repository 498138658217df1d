import { Navigate } from '@tanstack/react-router'
import { NotUnderstoodPage } from '#src/features/not-understood/not-understood-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { useScreens } from '../use-screens.ts'
import { IntentTabs } from './intent-tabs.tsx'

/** `/intents/not-understood`: operators and up. Where the environment does not keep what was not understood it leads to the intents. */
export function NotUnderstoodRoute() {
  const isOffered = useScreens().some(({ id }) => id === 'not-understood')
  if (!isOffered) return <Navigate to="/intents" replace />
  return (
    <OnlineScreen draw={({ navigate }) => <NotUnderstoodPage tabs={<IntentTabs />} navigate={navigate} />} />
  )
}
