import { useMemo } from 'react'
import type { Campaign } from '#src/contract/campaigns.ts'
import type { FieldValues } from '#src/ui/list/field-values.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import {
  describeGoneChoice,
  listGoneChoices,
  toCampaignPatch,
  toNewCampaign,
  type CampaignChoices,
} from './campaign-values.ts'
import { useCampaign } from './online-queries.ts'

/** A campaign for its form: null is a new one. `canList`: whether whoever edits it may read the list. */
export function useCampaignForm(
  id: string | null,
  canList: boolean,
  { segments, dialogs }: CampaignChoices,
): ListSource<Campaign> {
  const list = useCampaign(id, canList)
  return useMemo(
    () => ({
      ...list,
      create: (values) => list.create(toNewCampaign(values)),
      update: (row, patch, how) => {
        const refused = refuseGone(row, patch, { segments, dialogs })
        return refused === null ? list.update(row, toCampaignPatch(patch), how) : Promise.resolve(refused)
      },
    }),
    [list, segments, dialogs],
  )
}

/** What names something that was deleted meanwhile is not saved, unless it is to be switched off. */
function refuseGone(row: Campaign, patch: FieldValues, choices: CampaignChoices) {
  if (patch['isEnabled'] === false) return null
  const text = (key: 'segment' | 'dialog' | 'action' | 'redirectTo') => String(patch[key] ?? row[key])
  const [gone] = listGoneChoices(
    {
      segment: text('segment'),
      dialog: text('dialog'),
      action: text('action'),
      redirectTo: text('redirectTo'),
    },
    choices,
  )
  return gone === undefined
    ? null
    : { kind: 'refused' as const, message: describeGoneChoice(gone), field: gone.field }
}
