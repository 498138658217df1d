import { useContext, useMemo, useState } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import type { Campaign } from '#src/contract/campaigns.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { declareCampaigns } from './declare-campaigns.tsx'
import { useCampaigns, useDialogs, useSegments, useStartCalls } from './online-queries.ts'
import { RunDialog } from './run-dialog.tsx'

interface CampaignsPageProps extends ListPageProps {
  /** The way to the segments. */
  tabs: Elements
}

/** `/cronCampaigns/Campaigns` (specification section 2): what goes out to many guests, when and to whom. */
export function CampaignsPage({ tabs, ...page }: CampaignsPageProps) {
  const { campaigns: hasRuns } = useStore(useContext(CapabilitiesContext))
  const source = useCampaigns()
  const dialogs = useDialogs().rows
  const segments = useSegments().rows
  const calls = useStartCalls()
  const [asked, setAsked] = useState<Campaign | null>(null)
  const { readOnly } = source
  const { navigate } = page
  const definition = useMemo(
    () => declareCampaigns({ dialogs, segments, hasRuns, readOnly, onRun: setAsked, navigate }),
    [dialogs, segments, hasRuns, readOnly, navigate],
  )
  return (
    <ListScreen
      definition={definition}
      source={source}
      lead="What is sent to many guests at once: by its time, or when somebody runs it."
      {...page}
    >
      {tabs}
      {asked !== null && (
        <RunDialog
          campaign={asked}
          calls={calls}
          hasPreview={hasRuns}
          readOnly={readOnly}
          navigate={navigate}
          onClose={() => setAsked(null)}
        />
      )}
    </ListScreen>
  )
}
