import { SegmentsPage } from '#src/features/segments/segments-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'

/** `/cronCampaigns/segmentation`: admins. */
export function SegmentsRoute() {
  return <OnlineScreen draw={(page) => <SegmentsPage tabs={<CampaignTabs />} {...page} />} />
}
