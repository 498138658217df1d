import { useSearch } from '@tanstack/react-router'
import { BegunIntentPage } from '#src/features/intents/begun-intent-page.tsx'
import { IntentAddPage } from '#src/features/intents/intent-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { useScreens } from '../use-screens.ts'

/** `/intents/add`: operators and up. With `sentences` it begins with what the bot did not understand, where that is kept. */
export function IntentAddRoute() {
  const asked = useSearch({ strict: false, select: readSentences })
  const isKept = useScreens().some(({ id }) => id === 'not-understood')
  return (
    <OnlineScreen
      draw={(page) =>
        asked === null || !isKept ? (
          <IntentAddPage {...page} />
        ) : (
          <BegunIntentPage key={asked} sentences={asked} {...page} />
        )
      }
    />
  )
}

/** A key that is all digits stays text (`parse-search`). */
function readSentences(search: object): string | null {
  const sentences: unknown = Reflect.get(search, 'sentences')
  return typeof sentences === 'string' && sentences !== '' ? sentences : null
}
