import * as v from 'valibot'
import { CAMPAIGN_ACTIONS } from '#src/contract/campaigns.ts'
import { FREQUENCIES } from '#src/domain/duty/shift.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'

/** A campaign as it was checked when it came in. */
export const campaignConfigSchema = v.object({
  name: v.string(),
  isEnabled: v.optional(v.boolean(), true),
  segment: v.string(),
  time: v.optional(v.string(), ''),
  frequency: v.picklist(FREQUENCIES),
  dialog: v.string(),
  action: v.picklist(CAMPAIGN_ACTIONS),
  redirectTo: v.optional(v.string(), ''),
  timeZone: v.optional(v.string()),
  ignoresQuietHours: v.optional(v.boolean(), false),
})
export type CampaignConfig = v.InferOutput<typeof campaignConfigSchema>

/** A row as a campaign; null where it can't be read. */
export function readCampaign({ config }: Pick<BotConfigRow, 'config'>): CampaignConfig | null {
  const parsed = v.safeParse(campaignConfigSchema, config)
  return parsed.success ? parsed.output : null
}
