import type { Elements } from '#src/lib/elements.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { INTENTS } from './declare-intents.tsx'
import { useIntents } from './online-queries.ts'
import { TrainingCard } from './training-card.tsx'
import { TrainingWarnings } from './training-warnings.tsx'

interface IntentsPageProps extends ListPageProps {
  /** The way to the bot's own words. */
  tabs: Elements
}

/** `/intents` (specification section 2): what the bot understands and what it does then. */
export function IntentsPage({ tabs, ...page }: IntentsPageProps) {
  const source = useIntents()
  return (
    <ListScreen
      definition={INTENTS}
      source={source}
      lead="What guests may mean, and what the bot says and does then. Responses hold at once; new questions once they are trained and published."
      {...page}
    >
      {tabs}
      <TrainingCard source={source} />
      <TrainingWarnings intents={source.rows} />
    </ListScreen>
  )
}
