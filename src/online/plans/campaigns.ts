import { ApiError } from '#src/api/errors.ts'
import { campaignCalls, fetchCampaign } from '#src/api/campaigns.ts'
import { campaignsSchema, type Campaign } from '#src/contract/campaigns.ts'
import type { ListPlan } from '../list-writes.ts'

const NAME = 'cronCampaigns'

/** All campaigns; only admins may list them (CONTRACT section 6). */
export const CAMPAIGNS: ListPlan<Campaign, object> = { name: NAME, schema: campaignsSchema, ...campaignCalls }

/** For marketing, who may save campaigns and not list them: the one that is edited. */
export function planCampaign(id: string): ListPlan<Campaign, object> {
  return {
    ...CAMPAIGNS,
    name: `${NAME}/${id}`,
    hint: NAME,
    list: async (session, signal) => {
      try {
        return [await fetchCampaign(session, id, signal)]
      } catch (error) {
        if (isGone(error)) return []
        throw error
      }
    },
  }
}

/** The same while a new one is written: there is nothing to read. */
export const NEW_CAMPAIGN: ListPlan<Campaign, object> = {
  ...CAMPAIGNS,
  name: `${NAME}/new`,
  hint: NAME,
  list: () => Promise.resolve([]),
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404
}
