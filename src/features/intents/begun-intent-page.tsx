import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { IntentAddPage } from './intent-pages.tsx'
import { useSentences } from './use-sentences.ts'

interface BegunIntentPageProps extends ListPageProps {
  /** The key of a group of sentences that the bot did not understand. */
  sentences: string
}

/** `/intents/add?sentences={key}`: a new intent for what guests said. */
export function BegunIntentPage({ sentences, ...page }: BegunIntentPageProps) {
  const { begun, isGone } = useSentences(sentences)
  return (
    <IntentAddPage {...page} begun={begun}>
      {isGone && (
        <WarningBox role="status">
          These sentences are no longer in the list: somebody has dealt with them.
        </WarningBox>
      )}
    </IntentAddPage>
  )
}
