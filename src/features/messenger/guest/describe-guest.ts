import type { GuestExtent } from '#src/db/mirror/guest-chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import { nameChannel } from '#src/domain/campaigns/channels.ts'
import { countFollowers, rateVip, type VipLevel } from '#src/domain/guests/vip.ts'
import { describeGuestStatus, type GuestStatusColour } from '#src/domain/guests/status.ts'
import { MAX_STARS } from '#src/domain/guests/rating.ts'
import { isBlankName } from '#src/domain/guests/name.ts'
import { nameLocale } from '#src/domain/translations/name-locale.ts'
import { formatDate } from '#src/domain/formatting.ts'

const NOT_THERE = 'N/A'
/** What nobody has read yet is not said to be missing. */
const NOT_READ = '…'

export interface GuestDescription {
  /** The name that the hotel's systems know; null where none does. */
  name: string | null
  photo: string | undefined
  /** Null where nothing was read of them. */
  status: { label: string; colour: GuestStatusColour } | null
  vip: VipLevel
  facts: { label: string; value: string }[]
  /** Null where no survey was answered. */
  survey: { share: number; words: string } | null
  /** That they want no campaigns, a sentence for each channel. */
  stopped: string[]
  profiles: { network: string; address: string | null; followers: number | null }[]
  /** What stands where there is nothing. */
  missing: string
}

/**
 * What the card says of a guest (specification section 4); what is missing is N/A. With `isRead` false nothing was read of them,
 * so that nothing is said to be missing.
 */
export function describeGuest(info: GuestInfo | null, isRead = true): GuestDescription {
  const register = info?.Data?.PUB_GuestRegister ?? null
  const social = info?.fullContact?.HOP_sd_SocialData?.[0] ?? null
  const facebook = info?.fbData ?? null
  const profiles = social?.HOP_sd_SocialProfile ?? []
  const status = describeGuestStatus(register?.Status)
  const missing = isRead ? NOT_THERE : NOT_READ
  const stay = { arrival: formatDate(register?.Arrival), departure: formatDate(register?.Departure) }
  const facts =
    status.status === 'BOOKED'
      ? [
          { label: 'Expected Arrival', value: stay.arrival },
          { label: 'Expected Departure', value: stay.departure },
          { label: 'Room Type', value: orNotThere(register?.RoomType) },
        ]
      : [
          { label: 'Check In', value: stay.arrival },
          { label: 'Check Out', value: stay.departure },
          { label: 'Room Number', value: orNotThere(register?.RoomNumber) },
        ]
  return {
    name:
      joinName(register?.FirstName, register?.LastName) ??
      joinName(social?.HOP_sd_ContactInfo?.fullName) ??
      joinName(facebook?.first_name, facebook?.last_name),
    photo: readPhoto(facebook?.profile_pic, social?.HOP_sd_Photo?.[0]?.url),
    status: isRead ? status : null,
    vip: rateVip(countFollowers(profiles)),
    facts: isRead ? facts : facts.map(({ label }) => ({ label, value: missing })),
    survey: describeSurvey(info?.rating),
    stopped: [...new Set(info?.stopped ?? [])].map((channel) => `Wants no campaigns by ${nameWay(channel)}`),
    profiles: profiles.map(({ typeId, url, followers }) => ({
      network: orNotThere(typeId),
      address: typeof url === 'string' && /^https?:/i.test(url) ? url : null,
      followers: followers ?? null,
    })),
    missing,
  }
}

/** In which language the guest writes; nothing where that is not known. */
export function describeLanguage(language: string | null | undefined): GuestDescription['facts'] {
  return language ? [{ label: 'Language', value: nameLocale(language) }] : []
}

/** How much goes with a guest. A device need not have all of their chats: what is on it is said to be. */
export function describeExtent({ chats, messages }: GuestExtent): string {
  return `On this device they have ${count(chats, 'chat')} with ${count(messages, 'message')}.`
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`
}

/** Whether the environment was asked and has nothing to say. `problem`: why the last reading gave no card, as its want has it. */
export function isNothingGiven({ problem }: { problem: string | null }): boolean {
  return problem === 'not-found' || problem === 'refused'
}

/** Why there is no card yet; `problem` as above. */
export function explainNoCard({ isWanted, problem }: { isWanted: boolean; problem: string | null }): string {
  if (isNothingGiven({ problem })) return 'The hotel gives nothing on this guest.'
  return isWanted && problem === null
    ? 'Reading what is known of this guest…'
    : 'Nothing of this guest is on this device. It is read when the line is back.'
}

/** A channel as the way on which something comes, as the thread writes it. */
function nameWay(channel: string): string {
  return channel === 'email' ? 'e-mail' : nameChannel(channel)
}

/** That many stars as the score, parts of one too (specification section 5); `share`: of all stars, 0 to 1. */
function describeSurvey(rating: number | null | undefined): GuestDescription['survey'] {
  if (rating === null || rating === undefined) return null
  return {
    share: Math.max(0, Math.min(1, rating / MAX_STARS)),
    words: rating >= 0 && rating <= MAX_STARS ? `${rating} of ${MAX_STARS} stars` : `${rating} stars`,
  }
}

function joinName(...parts: (string | null | undefined)[]): string | null {
  const name = parts.filter(Boolean).join(' ').trim()
  return isBlankName(name) ? null : name
}

/** An https address, or the picture itself: the page's policy loads no others, and a picture runs nothing. */
const PHOTO = /^(https:|data:image\/(png|gif|jpeg|webp)[;,])/i

function readPhoto(...addresses: (string | null | undefined)[]): string | undefined {
  return addresses.find((address) => typeof address === 'string' && PHOTO.test(address)) ?? undefined
}

function orNotThere(value: string | null | undefined): string {
  return value === null || value === undefined || isBlankName(value) ? NOT_THERE : value
}
