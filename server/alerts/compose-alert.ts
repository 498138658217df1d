import type { AlertDeliveryRow } from '../store/alerts/alert-deliveries.ts'
import { shorten } from '../text.ts'
import type { AlertMessage } from './alert-sender.ts'
import {
  formatClock,
  formatWhen,
  nameAlert,
  nameGuest,
  SHORT_PLACE_CHARS,
  WORDS,
  writeLines,
  writeShort,
  type HotelWords,
} from './alert-words.ts'
import type { ClaimedAlert } from './claim-alert.ts'
import { composeDigest } from './compose-digest.ts'
import { HELP_DIGEST_SECONDS } from './limit-alerts.ts'

type Composed = Pick<ClaimedAlert, 'delivery' | 'guestName' | 'guests'>

const MINUTE_SECONDS = 60

/**
 * What an alert says: who, what, when by the hotel's clock, where, and the way to the chat. No word of a guest is in it
 * beyond the name that staff see. It is the same at every attempt, but for a digest, which leaves out who was answered since.
 */
export function composeAlert({ delivery, guestName, guests }: Composed, hotel: HotelWords): AlertMessage {
  if (delivery.isTest) return composeTest(delivery, hotel)
  const { digestDueAt } = delivery
  return digestDueAt === null
    ? composeDirect(delivery, guestName, hotel)
    : composeDigest({ delivery, dueAt: digestDueAt, guestName, guests }, hotel)
}

function composeTest(delivery: AlertDeliveryRow, { place, timeZone, publicUrl }: HotelWords): AlertMessage {
  const { id, createdAt: at, alertName, notificationType } = delivery
  const { occasion } = WORDS[notificationType]
  const name = nameAlert(alertName)
  return {
    id,
    at,
    subject: `${place}: test of the alert ${name}`,
    text: writeLines(
      `This is a test of the alert ${name}. It is sent when ${occasion}.`,
      '',
      `When: ${formatWhen(at, timeZone)}`,
      `Where: ${place}`,
      ...(publicUrl === null ? [] : ['', `Open the console: ${publicUrl}`]),
    ),
    short: [
      `${shorten(place, SHORT_PLACE_CHARS.max)}: a test at ${formatClock(at, timeZone)}.`,
      `This alert is sent when ${occasion}.`,
      ...(publicUrl === null ? [] : [publicUrl]),
    ].join(' '),
  }
}

function composeDirect(
  delivery: AlertDeliveryRow,
  guestName: string | null,
  { place, timeZone, publicUrl }: HotelWords,
): AlertMessage {
  const { id, createdAt: at, alertName, notificationType } = delivery
  const { did } = WORDS[notificationType]
  const links = writeLinks(delivery, publicUrl)
  const limit = describeLimit(delivery, timeZone)
  const name = nameAlert(alertName)
  const guest = nameGuest(guestName)
  return {
    id,
    at,
    subject: `${place}: ${guest} ${did}`,
    text: writeLines(
      `${guest} ${did}.`,
      '',
      `When: ${formatWhen(at, timeZone)}`,
      `Where: ${place}`,
      '',
      ...(limit === null ? [] : [limit.long, '']),
      ...(links === null
        ? [`You get this by the alert ${name}. Sign in to the console to answer.`]
        : [`You get this by the alert ${name}.`, '', `Open the chat: ${links.long}`]),
    ),
    short: writeShort(place, guest, [
      `${did} (${formatClock(at, timeZone)}).`,
      ...(limit === null ? [] : [limit.short]),
      ...(links === null ? [] : [links.short]),
    ]),
  }
}

/** What the last one of an hour says of those that follow; null for any other. An SMS has no room for the long one. */
function describeLimit(
  { limitedUntil, notificationType }: AlertDeliveryRow,
  timeZone: string,
): { long: string; short: string } | null {
  if (limitedUntil === null) return null
  if (notificationType === 'user_needs_help') {
    const minutes = HELP_DIGEST_SECONDS / MINUTE_SECONDS
    return {
      long: `More within the hour come together, every ${minutes} minutes.`,
      short: `More come every ${minutes} min.`,
    }
  }
  const clock = formatClock(limitedUntil, timeZone)
  return { long: `More until ${clock} come together then.`, short: `More come at ${clock}.` }
}

/** The way to the chat; the short one leaves out what the console takes for granted. */
function writeLinks(
  { chatId }: AlertDeliveryRow,
  publicUrl: string | null,
): { long: string; short: string } | null {
  // The chat may be gone.
  if (publicUrl === null || chatId === null) return null
  const short = `${publicUrl}/messenger/${encodeURIComponent(chatId)}`
  return { long: `${short}?chatFilter=all&chatType=all`, short }
}
