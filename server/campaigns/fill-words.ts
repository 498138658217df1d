import type { GuestFacts } from './guest-facts.ts'

/** What stands in braces in a campaign's words, and is filled for each guest. */
const VARIABLES = ['firstName', 'lastName', 'name', 'room', 'arrival', 'departure'] as const
type Variable = (typeof VARIABLES)[number]

const IN_BRACES = /\{\s*([^{}\s]+)\s*\}/g

/** The words as a guest reads them. What is not known of the guest leaves no gap; what is no variable stays as it is. */
export function fillWords(words: string, guest: GuestFacts): string {
  const values: Record<Variable, string> = {
    firstName: guest.firstName,
    lastName: guest.lastName,
    name: guest.name,
    room: guest.room,
    arrival: guest.arrival ?? '',
    departure: guest.departure ?? '',
  }
  let isGap = false
  const filled = words.replace(IN_BRACES, (whole, name: string) => {
    if (!isVariable(name)) return whole
    isGap ||= values[name] === ''
    return values[name]
  })
  return isGap ? filled.replace(/ +([,.!?;:])/g, '$1').replace(/ {2,}/g, ' ') : filled
}

/** What stands in braces and is no variable, each once. */
export function findUnknownVariables(words: string): string[] {
  const names = [...words.matchAll(IN_BRACES)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !isVariable(name))
}

function isVariable(name: string): name is Variable {
  return VARIABLES.some((variable) => variable === name)
}
