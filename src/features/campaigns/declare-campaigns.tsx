import type { Campaign } from '#src/contract/campaigns.ts'
import type { Dialog } from '#src/contract/intents.ts'
import type { Segment } from '#src/contract/segments.ts'
import { hasRunTime } from '#src/domain/campaigns/schedule.ts'
import { Button } from '#src/ui/button.tsx'
import type { Column, ListDefinition } from '#src/ui/list/declare-list.ts'
import { formatTimeOfDay } from '#src/ui/list/nice-date.ts'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import styles from './campaigns.module.css'
import { describeAction, describeSegment } from './words.ts'

export const CAMPAIGN_LIST_URL = '/cronCampaigns/Campaigns'
export const CAMPAIGN_ADD_URL = '/cronCampaigns/add'
/** The part of a campaign's page that has its runs. */
export const RUNS_HASH = 'runs'

export interface CampaignsContext {
  /** Undefined while they are being read. */
  dialogs: readonly Dialog[] | undefined
  segments: readonly Segment[] | undefined
  /** Whether the environment announced `campaigns`: it keeps a log of each one's runs. */
  hasRuns: boolean
  /** Why nothing can be run just now, in words; null: it can. */
  readOnly: string | null
  onRun(campaign: Campaign): void
  navigate(url: string): void
}

export function nameCampaign({ name }: Pick<Campaign, 'name'>): string {
  return name || 'a campaign without a name'
}

export function campaignUrl(id: string): string {
  return `/cronCampaigns/edit/${encodeURIComponent(id)}`
}

/** The list of campaigns (specification section 2, Campaigns). */
export function declareCampaigns(context: CampaignsContext): ListDefinition<Campaign> {
  return {
    type: 'cronCampaigns',
    title: 'Campaigns',
    noun: { one: 'campaign', many: 'campaigns' },
    idOf: ({ id }) => id,
    nameOf: nameCampaign,
    isUndeletable: ({ undeletable }) => undeletable === true,
    readEnabled: ({ isEnabled }) => isEnabled,
    hasEdit: true,
    editUrl: ({ id }) => campaignUrl(id),
    addUrl: CAMPAIGN_ADD_URL,
    columns: listColumns(context),
  }
}

function listColumns(context: CampaignsContext): Column<Campaign>[] {
  return [
    {
      key: 'name',
      header: 'CAMPAIGN',
      kind: 'text',
      width: 'minmax(130px, 150fr)',
      read: ({ name }) => name,
      render: (campaign) => <NameCell campaign={campaign} context={context} />,
    },
    {
      key: 'dialog',
      header: 'DIALOG',
      kind: 'text',
      width: 'minmax(96px, 120fr)',
      read: ({ dialog }) => dialog,
      toText: ({ dialog }) => nameDialog(dialog, context.dialogs),
    },
    {
      key: 'segment',
      header: 'SEGMENT',
      kind: 'text',
      width: 'minmax(90px, 110fr)',
      read: ({ segment }) => segment,
      toText: ({ segment }) => nameSegment(segment, context.segments),
    },
    {
      key: 'time',
      header: 'RUN TIME',
      kind: 'text',
      width: 'minmax(84px, 90fr)',
      read: ({ time }) => time,
      toText: describeRunTime,
    },
    {
      key: 'frequency',
      header: 'FREQUENCY',
      kind: 'custom',
      width: 'minmax(136px, 130fr)',
      read: ({ frequency }) => frequency,
      toText: ({ frequency }) => frequency,
      render: (campaign) => <FrequencyCell campaign={campaign} context={context} />,
    },
    {
      key: 'action',
      header: 'ACTION',
      kind: 'text',
      width: 'minmax(76px, 90fr)',
      read: ({ action }) => action,
      toText: ({ action }) => describeAction(action),
    },
  ]
}

/** `9:05 PM`, with the zone where that is not the hotel's own; nothing where somebody runs it. */
export function describeRunTime({
  frequency,
  time,
  timeZone,
}: Pick<Campaign, 'frequency' | 'time' | 'timeZone'>): string {
  if (!hasRunTime(frequency) || time === '') return ''
  const words = formatTimeOfDay(time)
  return timeZone === undefined ? words : `${words} (${timeZone.replaceAll('_', ' ')})`
}

/** A dialog by its name, as far as it is known; one that was deleted meanwhile as such, by its id. */
export function nameDialog(id: string, dialogs: readonly Dialog[] | undefined): string {
  if (dialogs === undefined || id === '') return id
  return dialogs.find((dialog) => dialog.id === id)?.name ?? `${id} (deleted)`
}

/** A segment in words; one that was deleted meanwhile as such. */
export function nameSegment(id: string, segments: readonly Segment[] | undefined): string {
  const isGone = id !== '' && segments !== undefined && !segments.some((segment) => segment.id === id)
  return isGone ? `${id} (deleted)` : describeSegment(id)
}

interface CellProps {
  campaign: Campaign
  context: CampaignsContext
}

/** What it is called, and the way to what became of it. */
function NameCell({ campaign, context: { hasRuns, navigate } }: CellProps) {
  return (
    <span className={styles.name}>
      <span dir="auto">{campaign.name || '–'}</span>
      {hasRuns && (
        <OpenLink
          url={`${campaignUrl(campaign.id)}#${RUNS_HASH}`}
          label={`Run log of ${nameCampaign(campaign)}`}
          navigate={navigate}
        >
          Run log
        </OpenLink>
      )}
    </span>
  )
}

/** How often, and for what goes out by nobody's clock a button (specification section 3). */
function FrequencyCell({ campaign, context: { readOnly, onRun } }: CellProps) {
  const { frequency } = campaign
  return (
    <span className={styles.frequency}>
      <span>{frequency || '–'}</span>
      {!hasRunTime(frequency) && (
        <Button
          aria-label={`Run ${nameCampaign(campaign)}`}
          title={readOnly ?? undefined}
          disabled={readOnly !== null}
          onClick={() => onRun(campaign)}
        >
          Run
        </Button>
      )}
    </span>
  )
}
