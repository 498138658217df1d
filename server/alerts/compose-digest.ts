import { ALERTS_PER_HOUR } from '#src/contract/deliveries.ts'
import type { AlertDeliveryRow } from '../store/alerts/alert-deliveries.ts'
import { countThings } from '../text.ts'
import type { AlertMessage } from './alert-sender.ts'
import {
  formatClock,
  formatWhen,
  nameAlert,
  nameGuest,
  WORDS,
  writeLines,
  writeShort,
  type HotelWords,
} from './alert-words.ts'

interface Digest {
  delivery: AlertDeliveryRow
  dueAt: Date
  /** The first of them. */
  guestName: string | null
  /** At least one. */
  guests: number
}

/** What all beyond the limit of an hour come to: 'Ana Ruiz and 34 more guests ask for help', since when, and the way to them. */
export function composeDigest(
  { delivery, dueAt, guestName, guests }: Digest,
  { place, timeZone, publicUrl }: HotelWords,
): AlertMessage {
  const { id, createdAt: since, alertName, notificationType, type } = delivery
  const did = describeOthers(delivery, guests)
  const guest = nameGuest(guestName)
  const link = publicUrl === null ? null : publicUrl + findList(delivery)
  const sentBy = `You get this by the alert ${nameAlert(alertName)}.`
  return {
    id,
    at: dueAt,
    subject: `${place}: ${guest} ${did}`,
    text: writeLines(
      `${guest} ${did}.`,
      '',
      `When: since ${formatWhen(since, timeZone)}`,
      `Where: ${place}`,
      '',
      `Above ${ALERTS_PER_HOUR[type]} ${type === 'SMS' ? 'SMS' : 'emails'} in an hour they come together.`,
      '',
      ...(link === null
        ? [`${sentBy} Sign in to the console to answer.`]
        : [sentBy, '', `Open ${LISTS[notificationType]}: ${link}`]),
    ),
    short: writeShort(place, guest, [
      `${did} (since ${formatClock(since, timeZone)}).`,
      ...(link === null ? [] : [link]),
    ]),
  }
}

const LISTS: Record<AlertDeliveryRow['notificationType'], string> = {
  user_needs_help: 'the chats that need help',
  new_user_started_conversation: 'the chats',
  user_left_low_rating: 'the chats',
}

function describeOthers({ notificationType }: AlertDeliveryRow, guests: number): string {
  const { did, allDid } = WORDS[notificationType]
  return guests === 1 ? did : `and ${countThings(guests - 1, 'more guest')} ${allDid}`
}

function findList({ notificationType }: AlertDeliveryRow): string {
  return notificationType === 'user_needs_help' ? '/messenger?chatFilter=needs-help' : '/messenger'
}
