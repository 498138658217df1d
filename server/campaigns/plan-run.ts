import type { LEFT_OUT_REASONS } from '#src/contract/campaigns.ts'
import type { ContactMethod } from '#src/contract/segments.ts'
import { isWindowClosed } from '../channels/facebook-window.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { GuestFacts } from './guest-facts.ts'
import { listChannels } from './match-segment.ts'

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** A guest whom a run reaches, and how. */
export interface PlannedRecipient {
  guest: GuestFacts
  channel: ChannelName
  /** Empty where the guest page plays the channel. */
  address: string
  /** The guest's chat on that channel; null: it is made when the message is written. */
  chatId: string | null
}

export interface Plan {
  recipients: PlannedRecipient[]
  leftOut: { reason: LeftOutReason; guests: number }[]
}

/** What decides who can be reached. */
export interface Reach {
  /** For which channels there is a sender. */
  senders: Record<ChannelName, boolean>
  /** Chats of SMS and Facebook without a contact are played by the guest page (CONTRACT section 8). */
  isDemonstration: boolean
  /** By which channel alone; `all`: the first of `PREFERENCE` by which a guest is reached. */
  contactMethod: ContactMethod
  /** Guests whom this campaign has reached lately. */
  reached: ReadonlySet<string>
  now: Date
}

/** Closed to nobody and read at once; then where the guest writes; then what is read some day. */
const PREFERENCE: readonly ChannelName[] = ['sms', 'facebook', 'email']
const PLAYED: readonly ChannelName[] = ['sms', 'facebook']

/** Who of a segment's guests a run reaches, and how many it leaves out for which reason. */
export function planRun(guests: readonly GuestFacts[], reach: Reach): Plan {
  const recipients: PlannedRecipient[] = []
  const counts = new Map<LeftOutReason, number>()
  for (const guest of guests) {
    const way = findWay(guest, reach)
    if (typeof way === 'string') counts.set(way, (counts.get(way) ?? 0) + 1)
    else recipients.push(way)
  }
  return { recipients, leftOut: [...counts].map(([reason, number]) => ({ reason, guests: number })) }
}

/** How a guest is reached, or why not. */
export function findWay(guest: GuestFacts, reach: Reach): PlannedRecipient | LeftOutReason {
  if (guest.isBlocked) return 'blocked'
  if (reach.reached.has(guest.guestId)) return 'reached_already'
  // A campaign does not speak into what a person says.
  if (guest.chats.some(({ isWithStaff }) => isWithStaff)) return 'with_staff'
  const { contactMethod } = reach
  const wanted = listChannels(guest).filter((channel) => contactMethod === 'all' || channel === contactMethod)
  const ways = PREFERENCE.filter((channel) => wanted.includes(channel)).map((channel) =>
    tryChannel(guest, channel, reach),
  )
  return ways.find((way) => typeof way !== 'string') ?? chooseReason(ways)
}

function tryChannel(guest: GuestFacts, channel: ChannelName, reach: Reach): PlannedRecipient | LeftOutReason {
  const contact = guest.contacts[channel]
  const chat = guest.chats.find(({ id, source }) =>
    contact?.chatId ? id === contact.chatId : source === channel,
  )
  if (contact?.isStopped === true) return 'stopped'
  const isSent = reach.senders[channel] && contact !== undefined
  const isPlayed =
    reach.isDemonstration && PLAYED.includes(channel) && contact === undefined && chat !== undefined
  if (!isSent && !isPlayed) return 'channel_unavailable'
  if (channel === 'facebook' && isWindowClosed(chat?.lastGuestAt ?? null, reach.now)) return 'window_closed'
  return { guest, channel, address: contact?.address ?? '', chatId: chat?.id ?? null }
}

/** What a person can do most about is said first. */
function chooseReason(ways: readonly (PlannedRecipient | LeftOutReason)[]): LeftOutReason {
  const order: LeftOutReason[] = ['stopped', 'window_closed', 'channel_unavailable']
  return order.find((reason) => ways.includes(reason)) ?? 'no_channel'
}
