import { useParams } from '@tanstack/react-router'
import { CampaignEditPage } from '#src/features/campaigns/campaign-pages.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/cronCampaigns/edit/{campaignId}`: marketing and up. */
export function CampaignEditRoute() {
  const { campaignId } = useParams({ from: '/cronCampaigns/edit/$campaignId' })
  return <OnlineScreen draw={(page) => <CampaignEditPage key={campaignId} id={campaignId} {...page} />} />
}
