import { CampaignAddPage } from '#src/features/campaigns/campaign-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/cronCampaigns/add`: marketing and up. */
export function CampaignAddRoute() {
  return <OnlineScreen draw={(page) => <CampaignAddPage {...page} />} />
}
