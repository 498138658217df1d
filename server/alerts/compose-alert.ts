import type { NotificationType } from '#src/contract/deliveries.ts'
import type { AlertDeliveryRow } from '../store/alerts/alert-deliveries.ts'
import { shorten } from '../text.ts'
import type { AlertMessage } from './alert-sender.ts'

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
const SHORT_PLACE_CHARS = { min: 12, max: 40 }
const SHORT_NAME_CHARS = { min: 20, max: 50 }
const NAME_MAX_CHARS = 100

/** After the guest's name; and after 'when' for a test. */
const WORDS: Record<NotificationType, { did: string; occasion: string }> = {
  user_needs_help: { did: 'asks for help', occasion: 'a guest asks for help' },
  new_user_started_conversation: {
    did: 'has started a conversation',
    occasion: 'a guest starts a conversation',
  },
  user_left_low_rating: { did: 'has left a low rating', occasion: 'a guest leaves a low rating' },
}
const NAMELESS = 'A guest'

/**
 * What an alert says, the same at every attempt: who, what, when by the hotel's clock, where, and the way to the chat. No
 * word of a guest is in it beyond the name that staff see.
 */
export function composeAlert(
  delivery: AlertDeliveryRow,
  guestName: string | null,
  { place, timeZone, publicUrl }: HotelWords,
): AlertMessage {
  const { id, createdAt: at, alertName, notificationType, isTest } = delivery
  const { did, occasion } = WORDS[notificationType]
  const links = writeLinks(delivery, publicUrl)
  const formatClock = (time: Date) => formatTime(time, timeZone, { timeStyle: 'short' })
  const when = `When: ${formatTime(at, timeZone, { dateStyle: 'full', timeStyle: 'short' })} (${timeZone})`
  const name = alertName.trim() === '' ? 'without a name' : `"${shorten(alertName, NAME_MAX_CHARS)}"`
  if (isTest) {
    return {
      id,
      at,
      subject: `${place}: test of the alert ${name}`,
      text: writeLines(
        `This is a test of the alert ${name}. It is sent when ${occasion}.`,
        '',
        when,
        `Where: ${place}`,
        ...(links === null ? [] : ['', `Open the console: ${links.long}`]),
      ),
      short: [
        `${shorten(place, SHORT_PLACE_CHARS.max)}: a test at ${formatClock(at)}.`,
        `This alert is sent when ${occasion}.`,
        ...(links === null ? [] : [links.short]),
      ].join(' '),
    }
  }
  const guest = shorten(guestName ?? '', NAME_MAX_CHARS) || NAMELESS
  return {
    id,
    at,
    subject: `${place}: ${guest} ${did}`,
    text: writeLines(
      `${guest} ${did}.`,
      '',
      when,
      `Where: ${place}`,
      '',
      ...(links === null
        ? [`You get this by the alert ${name}. Sign in to the console to answer.`]
        : [`You get this by the alert ${name}.`, '', `Open the chat: ${links.long}`]),
    ),
    short: writeShort(place, guest, [
      `${did} (${formatClock(at)}).`,
      ...(delivery.heldBackUntil === null
        ? []
        : [`No more of these by SMS until ${formatClock(delivery.heldBackUntil)}.`]),
      ...(links === null ? [] : [links.short]),
    ]),
  }
}

/** The way to the chat, for a test to the console; the short one leaves out what the console takes for granted. */
function writeLinks(
  { chatId, isTest }: AlertDeliveryRow,
  publicUrl: string | null,
): { long: string; short: string } | null {
  if (publicUrl === null) return null
  if (isTest) return { long: publicUrl, short: publicUrl }
  // The chat is gone.
  if (chatId === null) return null
  const short = `${publicUrl}/messenger/${encodeURIComponent(chatId)}`
  return { long: `${short}?chatFilter=all&chatType=all`, short }
}

/** All in one part of an SMS, where a long link leaves room for that. */
function writeShort(place: string, guest: string, words: string[]): string {
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

function clamp(chars: number, { min, max }: { min: number; max: number }): number {
  return Math.floor(Math.max(min, Math.min(max, chars)))
}

function formatTime(at: Date, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...style }).format(at)
}

function writeLines(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}
