import {
  CAMPAIGN_ACTIONS,
  type CampaignAction,
  type CampaignRun,
  type LEFT_OUT_REASONS,
  type RunState,
} from '#src/contract/campaigns.ts'
import type { BuiltInSegment } from '#src/contract/segments.ts'
import { nameChannel } from '#src/domain/campaigns/channels.ts'
import { formatTimestamp } from '#src/domain/formatting.ts'
import { formatCount } from '#src/lib/format-count.ts'

type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

const ACTIONS: Readonly<Record<CampaignAction, string>> = {
  rating: 'Rating',
  roomupgrade: 'Room upgrade',
  message: 'Message',
  redirect: 'Redirect',
}
const SEGMENTS: Readonly<Record<BuiltInSegment, string>> = {
  arriving: 'Arriving',
  reserved: 'Reserved',
  checkedout: 'Checked out',
  prospects: 'Prospects',
}
const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  no_channel: 'there is no chat or number to reach them by',
  channel_unavailable: 'nothing is set up that sends on their channel',
  window_closed: 'they wrote too long ago for their channel to allow a message',
  stopped: 'they wrote STOP',
  blocked: 'they are blocked',
  reached_already: 'this campaign has reached them already',
  with_staff: 'they are talking with staff',
}
const STATES: Readonly<Record<RunState, string>> = {
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  missed: 'Missed',
}

export const ACTION_OPTIONS = CAMPAIGN_ACTIONS.map((action) => ({ value: action, label: ACTIONS[action] }))

/** For example `Room upgrade`; a word that this console does not know as it is. */
export function describeAction(action: string): string {
  return lookUp(ACTIONS, action)
}

/** A built-in segment in words, any other by its name. */
export function describeSegment(segment: string): string {
  return lookUp(SEGMENTS, segment)
}

/** Why guests are left out, as the end of a sentence; an unknown word of the wire as words. */
export function describeLeftOut(reason: string): string {
  return lookUp(LEFT_OUT, reason, reason.replaceAll('_', ' '))
}

/** Where a run stands; a word that this console does not know as it is. */
export function describeState({ state }: Pick<CampaignRun, 'state'>): string {
  return lookUp(STATES, state) || 'Not known'
}

export function isRunning({ state }: Pick<CampaignRun, 'state'>): boolean {
  return state === 'running'
}

/** `1 guest`, `2,140 guests`. */
export function countGuests(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'guest' : 'guests'}`
}

/** How many by which channel: `200 by SMS, 14 by Facebook`; the channel with the most first. */
export function describeByChannel(byChannel: Readonly<Record<string, number>>): string {
  return Object.entries(byChannel)
    .filter(([, guests]) => guests > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([channel, guests]) => `${formatCount(guests)} by ${nameChannel(channel)}`)
    .join(', ')
}

/** Reasons with how many guests each is about, the most first: `3: they wrote STOP`. */
export function listReasons(
  reasons: readonly { reason: string; guests: number }[],
  describe: (reason: string) => string,
): string[] {
  return reasons
    .filter(({ guests }) => guests > 0)
    .toSorted((one, other) => other.guests - one.guests)
    .map(({ reason, guests }) => `${countGuests(guests)}: ${describe(reason)}`)
}

/** Of how many messages a text is where it goes by SMS; nothing where it is one. */
export function describeParts(parts: number | null): string {
  return parts === null || parts <= 1 ? '' : `${parts} SMS parts`
}

function lookUp(words: Readonly<Record<string, string>>, key: string, otherwise = key): string {
  return Object.hasOwn(words, key) ? (words[key] ?? otherwise) : otherwise
}

/** For example `It is night at the hotel: it waits until 08:00 AM, 26 Nov.`, by the clock of this device. */
export function describeWait(waitsUntil: string): string {
  return `It is between 21:00 and 08:00 at the hotel: it waits until ${formatTimestamp(waitsUntil)}.`
}
