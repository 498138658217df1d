import type { NotificationType } from '#src/contract/deliveries.ts'
import type { AlertDeliveryRow } from '../store/alert-deliveries.ts'
import { shorten } from '../text.ts'
import type { AlertMessage } from './alert-sender.ts'

/** Where and when an alert speaks of. */
export interface HotelWords {
  /** What the hotel or its environment is called. */
  place: string
  timeZone: string
}

/** An SMS of 160 characters holds a place, a name and the rest. */
const SHORT_PLACE_CHARS = 40
const SHORT_NAME_CHARS = 50
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
 * What an alert says, the same at every attempt: who, what, when by the hotel's clock, and where. No word of a guest is in
 * it beyond the name that staff see.
 */
export function composeAlert(
  delivery: AlertDeliveryRow,
  guestName: string | null,
  { place, timeZone }: HotelWords,
): AlertMessage {
  const { id, createdAt: at, alertName, notificationType, isTest } = delivery
  const { did, occasion } = WORDS[notificationType]
  const day = formatTime(at, timeZone, { dateStyle: 'full', timeStyle: 'short' })
  const time = formatTime(at, timeZone, { timeStyle: 'short' })
  const shortPlace = shorten(place, SHORT_PLACE_CHARS)
  const name = alertName.trim() === '' ? 'without a name' : `"${shorten(alertName, NAME_MAX_CHARS)}"`
  if (isTest) {
    return {
      id,
      at,
      subject: `${place}: test of the alert ${name}`,
      text: writeLines(
        `This is a test of the alert ${name}. It is sent when ${occasion}.`,
        '',
        `When: ${day} (${timeZone})`,
        `Where: ${place}`,
      ),
      short: `${shortPlace}: a test at ${time}. This alert is sent when ${occasion}.`,
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
      `When: ${day} (${timeZone})`,
      `Where: ${place}`,
      '',
      `You get this by the alert ${name}. Sign in to the console to answer.`,
    ),
    short: `${shortPlace}: ${shorten(guest, SHORT_NAME_CHARS)} ${did} (${time}).`,
  }
}

function formatTime(at: Date, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...style }).format(at)
}

function writeLines(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}
