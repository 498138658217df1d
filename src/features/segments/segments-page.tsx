import type { Elements } from '#src/lib/elements.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { SEGMENTS } from './declare-segments.ts'
import { useSegments } from './online-queries.ts'

interface SegmentsPageProps extends ListPageProps {
  /** The way to the campaigns. */
  tabs: Elements
}

/** `/cronCampaigns/segmentation` (specification section 2): whom campaigns are for. */
export function SegmentsPage({ tabs, ...page }: SegmentsPageProps) {
  return (
    <ListScreen
      definition={SEGMENTS}
      source={useSegments()}
      lead="Which guests a campaign is for. The hotel’s own four can be neither changed nor deleted."
      {...page}
    >
      {tabs}
    </ListScreen>
  )
}
