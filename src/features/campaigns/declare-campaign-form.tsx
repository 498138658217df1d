import type { Campaign } from '#src/contract/campaigns.ts'
import { NEEDS_HELP, type Dialog } from '#src/contract/intents.ts'
import { hasRedirect, hasRunTime } from '#src/domain/campaigns/schedule.ts'
import { FREQUENCIES } from '#src/domain/duty/shift.ts'
import type { Column, ListDefinition, Option } from '#src/ui/list/declare-list.ts'
import type { CampaignChoices } from './campaign-values.ts'
import { nameCampaign } from './declare-campaigns.tsx'
import { ACTION_OPTIONS, describeSegment } from './words.ts'

const MAX_NAME_CHARS = 200
const NOWHERE: Option = { value: '', label: 'Nowhere' }
const HOTEL_ZONE: Option = { value: '', label: 'The hotel’s own' }

export interface CampaignFormContext extends CampaignChoices {
  /** Whether the environment announced `campaigns`: a campaign then has a time zone and may ignore the quiet hours. */
  hasExtras: boolean
  /** The zones that are offered, beside the hotel's own. */
  zones: readonly string[]
}

/** The editor of a campaign (specification section 3, Campaigns). */
export function declareCampaignForm(context: CampaignFormContext): ListDefinition<Campaign> {
  return {
    type: 'cronCampaigns',
    title: 'Campaigns',
    noun: { one: 'campaign', many: 'campaigns' },
    idOf: ({ id }) => id,
    nameOf: nameCampaign,
    isUndeletable: ({ undeletable }) => undeletable === true,
    isUrlDriven: true,
    columns: [...declareWhat(), ...declareWhen(context), ...declareHow(context)].map(edited),
  }
}

type Part = Omit<Column<Campaign>, 'canEdit'>

function edited(part: Part): Column<Campaign> {
  return { ...part, canEdit: 'form' }
}

function declareWhat(): Part[] {
  return [
    {
      key: 'name',
      header: 'Name',
      kind: 'text',
      isRequired: true,
      maxChars: MAX_NAME_CHARS,
      read: ({ name }) => name,
    },
    {
      key: 'isEnabled',
      header: 'Enabled',
      kind: 'toggle',
      hint: 'Switched off, it does not go out by its time.',
      read: ({ isEnabled }) => isEnabled,
    },
  ]
}

function declareWhen({ segments, hasExtras, zones }: CampaignFormContext): Part[] {
  const zone: Part = {
    key: 'timeZone',
    header: 'Time zone',
    kind: 'select',
    options: [HOTEL_ZONE, ...zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))],
    isShown: ({ frequency }) => hasRunTime(frequency),
    read: ({ timeZone }) => timeZone ?? '',
  }
  return [
    {
      key: 'segment',
      header: 'Segment',
      kind: 'select',
      isRequired: true,
      options: segments?.map(({ id }) => ({ value: id, label: describeSegment(id) })),
      read: ({ segment }) => segment,
    },
    {
      key: 'frequency',
      header: 'Frequency',
      kind: 'select',
      isRequired: true,
      options: FREQUENCIES.map((frequency) => ({ value: frequency, label: frequency })),
      hint: 'What runs once goes out when somebody presses Run.',
      read: ({ frequency }) => frequency,
    },
    {
      key: 'time',
      header: 'Run time',
      kind: 'time',
      isRequired: true,
      isShown: ({ frequency }) => hasRunTime(frequency),
      read: ({ time }) => time,
    },
    ...(hasExtras ? [zone, QUIET_HOURS] : []),
  ]
}

const QUIET_HOURS: Part = {
  key: 'ignoresQuietHours',
  header: 'Also between 21:00 and 08:00',
  kind: 'toggle',
  hint: 'Otherwise nothing of it goes out between these hours of the hotel.',
  read: ({ ignoresQuietHours }) => ignoresQuietHours === true,
}

function declareHow({ dialogs }: CampaignFormContext): Part[] {
  // What the bot does by itself has no words to be sent; guests can be led there.
  const sayable = dialogs?.filter(({ id }) => id !== NEEDS_HELP)
  return [
    {
      key: 'dialog',
      header: 'Dialog',
      kind: 'select',
      isRequired: true,
      options: sayable && toOptions(sayable),
      hint: 'Guests get its response. {firstName}, {lastName}, {name}, {room}, {arrival} and {departure} become their own.',
      read: ({ dialog }) => dialog,
    },
    {
      key: 'action',
      header: 'Action',
      kind: 'select',
      isRequired: true,
      options: ACTION_OPTIONS,
      read: ({ action }) => action,
    },
    {
      key: 'redirectTo',
      header: 'Redirect to',
      kind: 'select',
      options: dialogs && [NOWHERE, ...toOptions(dialogs)],
      isShown: ({ action }) => hasRedirect(action),
      hint: 'Where guests are led: at once by Redirect, after their answer by Rating and Room upgrade.',
      read: ({ redirectTo }) => redirectTo,
    },
  ]
}

function toOptions(dialogs: readonly Dialog[]): Option[] {
  return dialogs.map(({ id, name }) => ({ value: id, label: name }))
}
