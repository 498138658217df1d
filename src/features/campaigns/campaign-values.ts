import type { Campaign } from '#src/contract/campaigns.ts'
import type { Dialog } from '#src/contract/intents.ts'
import type { Segment } from '#src/contract/segments.ts'
import { hasRedirect, hasRunTime } from '#src/domain/campaigns/schedule.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'

/** What a campaign names that may be deleted meanwhile; undefined while it is being read. */
export interface CampaignChoices {
  segments: readonly Segment[] | undefined
  dialogs: readonly Dialog[] | undefined
}

/** A choice of a campaign that is no longer there. */
export interface GoneChoice {
  field: 'segment' | 'dialog' | 'redirectTo'
  /** What it was called; of a dialog it is its id, by which alone the campaign knows it. */
  name: string
}

/** A field that is undefined is left out of what is sent, and goes from the row with it. */
export type SentValues = Readonly<Record<string, FieldValue | undefined>>

/** What was typed, as it is kept: fields that do not concern the campaign are empty, and the hotel's own zone is none. */
export function toCampaignPatch(values: FieldValues): SentValues {
  const { timeZone, ...patch } = trimmed(values)
  return {
    ...patch,
    ...(!hasRunTime(patch['frequency']) && { time: '' }),
    ...(!hasRedirect(patch['action']) && { redirectTo: '' }),
    ...(timeZone !== undefined && { timeZone: timeZone || undefined }),
  }
}

/** A new campaign: every field of the specification is there (section 3). */
export function toNewCampaign(values: FieldValues): SentValues {
  return { time: '', redirectTo: '', ...toCampaignPatch(values) }
}

/** What of a campaign's choices is gone, as far as that is known. */
export function listGoneChoices(
  { segment, dialog, action, redirectTo }: Pick<Campaign, 'segment' | 'dialog' | 'action' | 'redirectTo'>,
  { segments, dialogs }: CampaignChoices,
): GoneChoice[] {
  const gone: GoneChoice[] = []
  if (isGone(segment, segments)) gone.push({ field: 'segment', name: segment })
  if (isGone(dialog, dialogs)) gone.push({ field: 'dialog', name: dialog })
  if (hasRedirect(action) && isGone(redirectTo, dialogs)) gone.push({ field: 'redirectTo', name: redirectTo })
  return gone
}

const NOUNS: Readonly<Record<GoneChoice['field'], string>> = {
  segment: 'segment',
  dialog: 'dialog',
  redirectTo: 'dialog that it leads to',
}

/** For example `The segment “VIP” was deleted. Choose another one.` */
export function describeGoneChoice({ field, name }: GoneChoice): string {
  return `The ${NOUNS[field]} “${name}” was deleted. Choose another one.`
}

function isGone(id: string, rows: readonly { id: string }[] | undefined): boolean {
  return id !== '' && rows !== undefined && !rows.some((row) => row.id === id)
}

function trimmed(values: FieldValues): Record<string, FieldValue> {
  const trim = (value: FieldValue) => (typeof value === 'string' ? value.trim() : value)
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, trim(value)]))
}
