import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { Facts } from './conversation.ts'
import { drawPortrait } from './files/pictures.ts'
import type { GuestName } from './guests.ts'
import type { Random } from './random.ts'

export type ReservationStatus = 'CHECKEDIN' | 'BOOKED' | 'PASTGUEST' | 'PROSPECT'

const DAY_MS = 86_400_000
const ROOM_TYPES = ['King', 'Twin', 'Double Sea View', 'Junior Suite', 'Family', 'Accessible Double'] as const
/** On both sides of every threshold of the VIP rule (specification section 5). */
const FOLLOWERS = [12, 100, 101, 230, 500, 501, 1_000, 1_001, 48_200] as const
const RATINGS = [5, 4.5, 5, 4, 3.5, 2, 1, null, null] as const

/** The stay behind a chat: room, dates relative to the chat's time, and what the dialogs say about it. */
export function makeFacts(name: GuestName, status: ReservationStatus, now: Date, random: Random): Facts {
  const nights = random.between(1, 6)
  const startsInDays =
    status === 'CHECKEDIN'
      ? -random.between(0, nights - 1)
      : status === 'BOOKED'
        ? random.between(1, 20)
        : -random.between(9, 90)
  const arrival = new Date(now.getTime() + startsInDays * DAY_MS)
  return {
    firstName: name.first,
    fullName: `${name.first} ${name.last}`,
    room: `${random.between(1, 6)}${String(random.between(1, 28)).padStart(2, '0')}`,
    otherRoom: `${random.between(4, 6)}${String(random.between(1, 28)).padStart(2, '0')}`,
    guests: random.between(2, 4),
    nights,
    arrival: writeDay(arrival),
    departure: writeDay(new Date(arrival.getTime() + nights * DAY_MS)),
  }
}

/** What the guest card shows (CONTRACT section 5, inhouse-guest-info). Parts are left out as real systems leave them out. */
export function makeGuestInfo(
  name: GuestName,
  facts: Facts,
  status: ReservationStatus | null,
  source: string,
  random: Random,
): GuestInfo {
  const hue = random.between(0, 10_000)
  const picture = `data:image/png;base64,${Buffer.from(drawPortrait(hue)).toString('base64')}`
  const register = status
    ? {
        Status: status,
        FirstName: name.first,
        LastName: name.last,
        ...(status === 'PROSPECT' ? {} : { Arrival: facts.arrival, Departure: facts.departure }),
        ...(status === 'PROSPECT' ? {} : { RoomType: random.pick(ROOM_TYPES) }),
        ...(status === 'CHECKEDIN' || status === 'PASTGUEST' ? { RoomNumber: facts.room } : {}),
      }
    : null
  const fbData = { first_name: name.first, last_name: name.last, profile_pic: picture }
  return {
    Data: { PUB_GuestRegister: register },
    ...(source === 'facebook' ? { fbData } : {}),
    ...(random.next() < 0.55 ? { fullContact: makeSocialData(facts.fullName, picture, random) } : {}),
    rating: random.pick(RATINGS),
  }
}

function makeSocialData(
  fullName: string,
  picture: string,
  random: Random,
): NonNullable<GuestInfo['fullContact']> {
  const handle =
    fullName
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
      .slice(0, 20) || 'guest'
  const networks = random
    .shuffle(['twitter', 'linkedin', 'instagram', 'facebook'])
    .slice(0, random.between(1, 3))
  return {
    HOP_sd_SocialData: [
      {
        HOP_sd_ContactInfo: { fullName },
        HOP_sd_Photo: random.next() < 0.7 ? [{ url: picture }] : [],
        HOP_sd_SocialProfile: networks.map((typeId) => ({
          typeId,
          url: `https://www.${typeId}.com/${handle}`,
          followers: random.pick(FOLLOWERS),
        })),
      },
    ],
  }
}

/** A day as the register has it, `2026-11-18`. */
function writeDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
