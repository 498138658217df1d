import { useParams } from '@tanstack/react-router'
import { IntentEditPage } from '#src/features/intents/intent-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/intents/edit/{id}`: operators and up. */
export function IntentEditRoute() {
  const { id } = useParams({ from: '/intents/edit/$id' })
  return <OnlineScreen draw={(page) => <IntentEditPage key={id} id={id} {...page} />} />
}
