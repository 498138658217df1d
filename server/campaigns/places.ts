import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { findState, NEIGHBOUR_STATES, readStateOfAreaCode } from './us-states.ts'

/** Where a guest or the hotel is at home. */
export interface Place {
  /** ISO 3166, two letters. */
  country: string
  /** Of the United States the two letters, elsewhere as registered in capitals; null where nobody knows. */
  state: string | null
}

const US = 'US'

/** What of a guest tells where they are at home. */
interface Homed {
  country: string | null
  state: string | null
  contacts: { sms?: { address: string } }
}

/** By the registered country and state, or else by the telephone number; null where neither says anything. */
export function findPlace(guest: Homed): Place | null {
  const registered = guest.country === null ? null : readCountry(guest.country)
  if (registered !== null) return { country: registered, state: readState(registered, guest.state) }
  const number = parsePhoneNumberFromString(guest.contacts.sms?.address ?? '')
  if (!number) return null
  // Many countries share +1: the state says which it is.
  const state = number.countryCallingCode === '1' ? readStateOfAreaCode(number.nationalNumber) : null
  if (state !== null) return { country: US, state }
  return number.country === undefined ? null : { country: number.country, state: null }
}

/** Whether two places of a country lie in states that touch. Known of the United States. */
export function isNeighbour(place: Place, hotel: Place): boolean {
  if (place.country !== US || hotel.state === null || place.state === null) return false
  return NEIGHBOUR_STATES[hotel.state]?.includes(place.state) === true
}

/** The digits after the country's code; null for what is no number. */
export function readNationalNumber(address: string | undefined): string | null {
  return parsePhoneNumberFromString(address ?? '')?.nationalNumber ?? null
}

/** Two letters, or a country's name in English; null for what is none. */
export function readCountry(value: string): string | null {
  const wanted = value.trim().toUpperCase()
  if (wanted === 'USA' || wanted === 'U.S.A.') return US
  if (/^[A-Z]{2}$/.test(wanted)) return isCountry(wanted) ? wanted : null
  return countriesByName().get(wanted) ?? null
}

/** As `Place` has it. */
export function readState(country: string, state: string | null): string | null {
  const wanted = state?.trim().toUpperCase() ?? ''
  if (wanted === '') return null
  return country === US ? findState(wanted) : wanted
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
let byName: Map<string, string> | null = null

function isCountry(code: string): boolean {
  return NAMES.of(code) !== undefined
}

/** Every two letters that are a region's. */
function countriesByName(): Map<string, string> {
  if (byName) return byName
  byName = new Map()
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  for (const first of letters) {
    for (const second of letters) {
      const name = NAMES.of(first + second)
      if (name !== undefined && !byName.has(name.toUpperCase()))
        byName.set(name.toUpperCase(), first + second)
    }
  }
  return byName
}
