import { useContext, useMemo, useState } from 'react'
import type { Campaign } from '#src/contract/campaigns.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { hasRole } from '#src/domain/roles.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { AddPage } from '#src/ui/list/form/add-page.tsx'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { MissingChoices } from '#src/ui/list/missing-choices.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { describeGoneChoice, listGoneChoices } from './campaign-values.ts'
import { declareCampaignForm } from './declare-campaign-form.tsx'
import { CAMPAIGN_ADD_URL, CAMPAIGN_LIST_URL, campaignUrl } from './declare-campaigns.tsx'
import { useDialogs, useSegments } from './online-queries.ts'
import { RunLog } from './run-log.tsx'
import { RunPart } from './run-part.tsx'
import { useCampaignForm } from './use-campaign-form.ts'

/** `/cronCampaigns/add`: marketing and up. */
export function CampaignAddPage({ unsaved, navigate }: ListPageProps) {
  const { isAdmin, hasExtras } = useRights()
  const { segments, dialogs, missing } = useChoices()
  const source = useCampaignForm(null, isAdmin, { segments, dialogs })
  const definition = useDefinition(undefined, { segments, dialogs, hasExtras })
  return (
    <AddPage
      {...{ definition, source, unsaved }}
      onBack={() => navigate(isAdmin ? CAMPAIGN_LIST_URL : '/messenger')}
      onAdded={(id) => navigate(campaignUrl(id))}
    >
      {missing}
    </AddPage>
  )
}

/** `/cronCampaigns/edit/{campaignId}`: marketing and up; with its runs below where the environment keeps them. */
export function CampaignEditPage({ id, unsaved, navigate }: EditPageProps) {
  const { isAdmin, hasExtras } = useRights()
  const { segments, dialogs, missing } = useChoices()
  const source = useCampaignForm(id, isAdmin, { segments, dialogs })
  const campaign = source.rows?.find((row) => row.id === id)
  const definition = useDefinition(campaign, { segments, dialogs, hasExtras })
  const gone = campaign === undefined ? [] : listGoneChoices(campaign, { segments, dialogs })
  const isChanged = useStore(unsaved)
  return (
    <EditForm
      {...{ definition, source, id, unsaved }}
      onBack={() => navigate(isAdmin ? CAMPAIGN_LIST_URL : CAMPAIGN_ADD_URL)}
      below={
        campaign !== undefined && (
          <>
            {isAdmin && (
              <RunPart
                campaign={campaign}
                hasPreview={hasExtras}
                readOnly={source.readOnly}
                isChanged={isChanged}
                navigate={navigate}
              />
            )}
            {hasExtras && <RunLog campaignId={id} canStop={isAdmin} />}
          </>
        )
      }
    >
      {missing}
      {gone.map((choice) => (
        <WarningBox key={choice.field} role="status">
          {describeGoneChoice(choice)}
        </WarningBox>
      ))}
    </EditForm>
  )
}

/** Only admins list, run and delete campaigns (CONTRACT section 6). */
function useRights() {
  const { role } = useWorkspace().user
  const { campaigns: hasExtras } = useStore(useContext(CapabilitiesContext))
  return { isAdmin: hasRole(role, 'admin'), hasExtras }
}

/** What the form's fields offer, and what is said where it could not be read. */
function useChoices() {
  const segments = useSegments()
  const dialogs = useDialogs()
  const missing = (
    <>
      <MissingChoices noun="segments" source={segments} />
      <MissingChoices noun="dialogs" source={dialogs} />
    </>
  )
  return { segments: segments.rows, dialogs: dialogs.rows, missing }
}

type FormChoices = Omit<Parameters<typeof declareCampaignForm>[0], 'zones'>

function useDefinition(campaign: Campaign | undefined, { segments, dialogs, hasExtras }: FormChoices) {
  const [known] = useState(listZones)
  const used = campaign?.timeZone
  const zones = useMemo(
    () => (used === undefined || known.includes(used) ? known : [used, ...known]),
    [known, used],
  )
  return useMemo(
    () => declareCampaignForm({ segments, dialogs, hasExtras, zones }),
    [segments, dialogs, hasExtras, zones],
  )
}

/** The person's own zone first, then all that the browser knows. */
function listZones(): readonly string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone')])]
}
