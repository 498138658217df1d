import { Link } from '@tanstack/react-router'
import tabs from '#src/ui/link-tabs.module.css'

const ACTIVE = { className: tabs.isOn ?? '' }

/** The lists of campaigns and of segments as links: each can be bookmarked (specification section 2, Header). */
export function CampaignTabs() {
  return (
    <nav className={tabs.tabs} aria-label="Campaigns and segments">
      <Link to="/cronCampaigns/Campaigns" className={tabs.tab} activeProps={ACTIVE}>
        Campaigns
      </Link>
      <Link to="/cronCampaigns/segmentation" className={tabs.tab} activeProps={ACTIVE}>
        Segmentation
      </Link>
    </nav>
  )
}
