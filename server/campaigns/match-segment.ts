import type { BuiltInSegment, Location, Period, SegmentFilter, UserType } from '#src/contract/segments.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { GuestFacts } from './guest-facts.ts'
import { findPlace, isNeighbour, readNationalNumber, type Place } from './places.ts'

/** What a segment is looked at by: now, today's date at the hotel, and where the hotel is. */
export interface SegmentClock {
  now: Date
  /** `2026-11-25`. */
  today: string
  /** Null where the hotel has not said: then a location means nobody. */
  hotel: Place | null
}

const HOUR_MS = 3_600_000
const DAYS: Record<Exclude<Period, 'all'>, number> = { '24h': 1, '7d': 7, '30d': 30, '365d': 365 }
const CHANNELS: readonly ChannelName[] = ['sms', 'facebook', 'email']

/** Whether a guest is one of those that the filter means (specification section 9): all that it names must hold. */
export function matchesSegment(guest: GuestFacts, filter: SegmentFilter, clock: SegmentClock): boolean {
  return (
    (!filter.demo || guest.isTest) &&
    isOfType(guest, filter.userType, clock.today) &&
    (filter.contactMethod === 'all' || listChannels(guest).includes(filter.contactMethod)) &&
    isContactedWithin(guest, filter.lastContacted, clock.now) &&
    isStayWithin(guest, filter.lastStay, clock.today) &&
    isAt(guest, filter.location, clock.hotel) &&
    hasAreaCode(guest, filter.areaCodes)
  )
}

/** Those that every hotel has: who arrives today, who has booked, who has left today or yesterday, who never stayed. */
export function matchesBuiltIn(guest: GuestFacts, segment: BuiltInSegment, today: string): boolean {
  switch (segment) {
    case 'arriving':
      return isOfType(guest, 'incoming', today) && guest.arrival === today
    case 'reserved':
      return isOfType(guest, 'incoming', today)
    case 'checkedout':
      return (
        isOfType(guest, 'previous', today) &&
        guest.departure !== null &&
        daysBetween(guest.departure, today) <= 1
      )
    case 'prospects':
      return isOfType(guest, 'prospects', today)
  }
}

/** The channels by which a guest is reached: a contact, or a chat on it that the guest page plays. */
export function listChannels({ contacts, chats }: GuestFacts): ChannelName[] {
  return CHANNELS.filter(
    (channel) => contacts[channel] !== undefined || chats.some(({ source }) => source === channel),
  )
}

/** The register's word counts; where it lags behind the calendar, a stay that is over is over. */
function isOfType({ status, arrival, departure }: GuestFacts, type: UserType, today: string): boolean {
  const isOver = departure !== null && departure < today
  switch (type) {
    case 'all':
      return true
    case 'prospects':
      return status === 'PROSPECT'
    case 'incoming':
      return status === 'BOOKED' && !isOver && (arrival === null || arrival >= today)
    case 'inhouse':
      return status === 'CHECKEDIN' && !isOver
    case 'previous':
      return status === 'PASTGUEST' || (status === 'CHECKEDIN' && isOver)
  }
}

/** Never is not long ago: such a guest is in none but `all`. */
function isContactedWithin({ lastContactAt }: GuestFacts, period: Period, now: Date): boolean {
  if (period === 'all') return true
  return lastContactAt !== null && now.getTime() - lastContactAt.getTime() <= DAYS[period] * 24 * HOUR_MS
}

/** A guest who is in the house stays now; a booking is no stay yet. */
function isStayWithin({ status, departure }: GuestFacts, period: Period, today: string): boolean {
  if (period === 'all') return true
  if (status === 'CHECKEDIN' && (departure === null || departure >= today)) return true
  const hasStayed = status === 'PASTGUEST' || status === 'CHECKEDIN'
  if (!hasStayed || departure === null) return false
  const days = daysBetween(departure, today)
  return days >= 0 && days <= DAYS[period]
}

function isAt(guest: GuestFacts, location: Location, hotel: Place | null): boolean {
  if (location === 'all') return true
  const place = findPlace(guest)
  if (hotel === null || place === null) return false
  const isNational = place.country === hotel.country
  switch (location) {
    case 'national':
      return isNational
    case 'international':
      return !isNational
    case 'withinstate':
      return isNational && place.state !== null && place.state === hotel.state
    case 'neighbor':
      return isNational && isNeighbour(place, hotel)
  }
}

/** The digits after the country's code begin with one of them. */
function hasAreaCode({ contacts }: GuestFacts, areaCodes: readonly string[]): boolean {
  if (areaCodes.length === 0) return true
  const national = readNationalNumber(contacts.sms?.address)
  return national !== null && areaCodes.some((code) => national.startsWith(code))
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR_MS))
}
