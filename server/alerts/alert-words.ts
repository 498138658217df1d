import { isBlank } from '#src/domain/text/blank.ts'
import type { NotificationType } from '#src/contract/deliveries.ts'
import { shorten } from '../text.ts'

/** Where and when an alert speaks of. */
export interface HotelWords {
  /** What the hotel or its environment is called. */
  place: string
  timeZone: string
  /** The origin of its console (PUBLIC_URL); null where nobody says: no alert has a link then. */
  publicUrl: string | null
}

/** One part of an SMS, in the alphabet that most names are written in. */
const SMS_CHARS = 160
/** Of place and name, at least and at most: they are cut for the link, and not so far that they name nobody. */
export const SHORT_PLACE_CHARS = { min: 12, max: 40 }
const SHORT_NAME_CHARS = { min: 20, max: 50 }
const NAME_MAX_CHARS = 100

/** After a guest's name, after several guests, and after 'when' for a test. */
export const WORDS: Record<NotificationType, { did: string; allDid: string; occasion: string }> = {
  user_needs_help: { did: 'asks for help', allDid: 'ask for help', occasion: 'a guest asks for help' },
  new_user_started_conversation: {
    did: 'has started a conversation',
    allDid: 'have started a conversation',
    occasion: 'a guest starts a conversation',
  },
  user_left_low_rating: {
    did: 'has left a low rating',
    allDid: 'have left a low rating',
    occasion: 'a guest leaves a low rating',
  },
}
const NAMELESS = 'A guest'

export function nameGuest(displayName: string | null): string {
  return shorten(displayName ?? '', NAME_MAX_CHARS) || NAMELESS
}

export function nameAlert(alertName: string): string {
  return isBlank(alertName) ? 'without a name' : `"${shorten(alertName, NAME_MAX_CHARS)}"`
}

/** All in one part of an SMS, where a long link leaves room for that. */
export function writeShort(place: string, guest: string, words: string[]): string {
  const rest = words.join(' ')
  const room = SMS_CHARS - ': '.length - ' '.length - rest.length
  const leastName = Math.min(
    [...guest].length,
    SHORT_NAME_CHARS.max,
    Math.max(SHORT_NAME_CHARS.min, room / 2),
  )
  const shortPlace = shorten(place, clamp(room - leastName, SHORT_PLACE_CHARS))
  const shortGuest = shorten(guest, clamp(room - [...shortPlace].length, SHORT_NAME_CHARS))
  return `${shortPlace}: ${shortGuest} ${rest}`
}

export function formatClock(time: Date, timeZone: string): string {
  return formatTime(time, timeZone, { timeStyle: 'short' })
}

export function formatWhen(time: Date, timeZone: string): string {
  return `${formatTime(time, timeZone, { dateStyle: 'full', timeStyle: 'short' })} (${timeZone})`
}

export function writeLines(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}

function clamp(chars: number, { min, max }: { min: number; max: number }): number {
  return Math.floor(Math.max(min, Math.min(max, chars)))
}

function formatTime(at: Date, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...style }).format(at)
}
