import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import * as v from 'valibot'
import type { AlertType } from './deliveries.ts'

/** Whom an alert is sent to: addresses of email, or one number as E.164; or why it is nobody, for a person. */
export type Recipients = { to: string[] } | { problem: string }

const MAX_ADDRESSES = 20
/** A number without its country's code is one of the specification's hotel: `7025550199` (section 5). */
const HOME_COUNTRY = 'US'
const addressSchema = v.pipe(v.string(), v.maxLength(254), v.rfcEmail(), v.regex(/@.+\.[^.]+$/))

/** Reads the `sendTo` of an alert: for email one address or several with commas between them, for SMS one number. */
export function readRecipients(type: AlertType, sendTo: string): Recipients {
  return type === 'email' ? readAddresses(sendTo) : readNumber(sendTo)
}

function readAddresses(sendTo: string): Recipients {
  const addresses = sendTo
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  if (addresses.length === 0) return { problem: 'It does not say to whom the alert is sent.' }
  const wrong = addresses.find((address) => !v.is(addressSchema, address))
  if (wrong !== undefined) {
    return {
      problem: `'${wrong}' is no email address such as desk@hotel.example. Several are separated by commas.`,
    }
  }
  const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
  const to = addresses.filter((address, index) => addresses.findIndex(isSame(address)) === index)
  if (to.length > MAX_ADDRESSES) return { problem: `An alert goes to ${MAX_ADDRESSES} addresses at most.` }
  return { to }
}

/**
 * Possible by its length is enough: which numbers a country has given out changes faster than any list of them, and the
 * provider refuses what it can't reach.
 */
function readNumber(sendTo: string): Recipients {
  const number = parsePhoneNumberFromString(sendTo, { defaultCountry: HOME_COUNTRY, extract: false })
  if (!number || !number.isPossible() || number.ext !== undefined) {
    return {
      problem: `'${sendTo}' is no telephone number such as 7025550199 or, abroad, +34 600 111 222.`,
    }
  }
  return { to: [number.number] }
}
