import type { ContactMethod, SegmentFilter } from '#src/contract/segments.ts'
import { readLocal } from '#src/domain/duty/local-time.ts'
import type { Settings } from '../settings-types.ts'
import { isBuiltIn, readSegment } from '../store/campaigns/segments.ts'
import type { Db } from '../store/store.ts'
import { readGuestFacts, type GuestFacts } from './guest-facts.ts'
import { matchesBuiltIn, matchesSegment, type SegmentClock } from './match-segment.ts'

/** The guests of a segment now, and by which channel it wants them to be reached. */
export interface FoundSegment {
  guests: GuestFacts[]
  contactMethod: ContactMethod
}

export type HotelPlace = Pick<Settings, 'hotelTimeZone' | 'hotelCountry' | 'hotelState'>

const DAY_MS = 86_400_000

/** Null where there is no such segment. */
export async function findSegment(
  db: Db,
  id: string,
  settings: HotelPlace,
  now: Date,
): Promise<FoundSegment | null> {
  const clock = readClock(settings, now)
  if (isBuiltIn(id)) {
    const guests = await readGuestFacts(db)
    return { guests: guests.filter((guest) => matchesBuiltIn(guest, id, clock.today)), contactMethod: 'all' }
  }
  const segment = await readSegment(db, id)
  if (!segment) return null
  const { filter } = segment
  return { guests: await findGuests(db, filter, settings, now), contactMethod: filter.contactMethod }
}

/** The guests that a filter means now, by name. */
export async function findGuests(
  db: Db,
  filter: SegmentFilter,
  settings: HotelPlace,
  now: Date,
): Promise<GuestFacts[]> {
  const clock = readClock(settings, now)
  return (await readGuestFacts(db)).filter((guest) => matchesSegment(guest, filter, clock))
}

function readClock({ hotelTimeZone, hotelCountry, hotelState }: HotelPlace, now: Date): SegmentClock {
  const { day } = readLocal(now, hotelTimeZone)
  return {
    now,
    today: new Date(day * DAY_MS).toISOString().slice(0, 10),
    hotel: hotelCountry === null ? null : { country: hotelCountry, state: hotelState },
  }
}
