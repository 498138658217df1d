import { CampaignsPage } from '#src/features/campaigns/campaigns-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'

/** `/cronCampaigns/Campaigns`: admins. */
export function CampaignsRoute() {
  return <OnlineScreen draw={(page) => <CampaignsPage tabs={<CampaignTabs />} {...page} />} />
}
