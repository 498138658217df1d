import { isBlank } from '#src/domain/text/blank.ts'
import type { IntentChoice } from '#src/contract/intents.ts'
import type { FieldValue, TextRecord, Typed } from '#src/ui/list/field-values.ts'
import { readRecords } from '#src/ui/list/field-values.ts'

/** What an action begins with (specification section 4, Intent action type changes reset the choices). */
const FIRST_CHOICES: Readonly<Record<string, readonly string[]>> = {
  'yes/no': ['yes', 'no'],
  choice: ['Choice 1', 'Choice 2', 'Choice 3'],
  'ticket-options': ['Option 1', 'Option 2', 'Option 3'],
  'ticket-user': ['Use Guest Response'],
}
/** What a further choice is called. */
const MORE_CHOICES: Readonly<Record<string, string>> = { choice: 'Choice', 'ticket-options': 'Option' }
/** Fewer leave nothing to choose (specification section 5). */
export const LEAST_CHOICES = 2

const KEYS = ['name', 'response', 'url', 'redirectTo'] as const

/** What stands in for the guest's own words: shown, and never changed. */
export function isFixedChoice(type: FieldValue | undefined): boolean {
  return type === 'ticket-user'
}

/** Whether the guest chooses between what the editor has tabs for. */
export function hasChoiceTabs(type: FieldValue | undefined): boolean {
  return typeof type === 'string' && Object.hasOwn(FIRST_CHOICES, type) && !isFixedChoice(type)
}

/** Whether choices can be added and removed. */
export function canHaveMoreChoices(type: FieldValue | undefined): boolean {
  return typeof type === 'string' && Object.hasOwn(MORE_CHOICES, type)
}

export function resetChoices(type: FieldValue | Typed | undefined): TextRecord[] {
  const names = typeof type === 'string' ? FIRST_CHOICES[type] : undefined
  return (names ?? []).map((name) => ({ name, response: '', url: '', redirectTo: '' }))
}

/** A further one, with the first free number. */
export function makeChoice(type: string, choices: readonly TextRecord[]): TextRecord {
  const taken = new Set(choices.map(({ name }) => name))
  const word = MORE_CHOICES[type] ?? ''
  let number = choices.length + 1
  while (taken.has(`${word} ${number}`)) number += 1
  return { name: `${word} ${number}`, response: '', url: '', redirectTo: '' }
}

/** Whether something would be lost if the choices of an action were made anew. */
export function hasOwnWords(type: FieldValue | undefined, choices: readonly TextRecord[]): boolean {
  return JSON.stringify(toTexts(choices)) !== JSON.stringify(resetChoices(type)) && choices.length > 0
}

/** What is wrong with the choices of an action, in words; null: nothing. */
export function checkChoices(type: FieldValue | undefined, value: FieldValue): string | null {
  if (!hasChoiceTabs(type)) return null
  const names = readRecords(value).map(({ name = '' }) => name.trim())
  if (names.length < LEAST_CHOICES) return `There must be at least ${LEAST_CHOICES} choices.`
  const empty = names.findIndex(isBlank)
  if (empty >= 0) return `Choice ${empty + 1} has no name.`
  const double = names.find((name, index) => names.some((other, at) => at < index && isSameName(name, other)))
  return double === undefined ? null : `Two choices are called “${double}”.`
}

/** As a form has them: each with all of its parts, in one order. */
export function toTexts(choices: readonly (IntentChoice | TextRecord)[]): TextRecord[] {
  return choices.map((choice) =>
    Object.fromEntries(KEYS.map((key): [string, string] => [key, choice[key] ?? ''])),
  )
}

/** As the environment takes them. */
export function toChoices(choices: readonly TextRecord[]): IntentChoice[] {
  return choices.map(({ name = '', response = '', url = '', redirectTo = '' }) => ({
    name: name.trim(),
    response,
    url: url.trim(),
    redirectTo: redirectTo.trim(),
  }))
}

/** For people: `yes: Of course, at eleven; no`. */
export function describeChoices(typed: Typed): string {
  return readRecords(typed)
    .map(({ name = '', response = '', url = '', redirectTo = '' }) => {
      const words = [response, url, redirectTo].filter((text) => text !== '')
      return words.length > 0 ? `${name}: ${words.join(', ')}` : name
    })
    .join('; ')
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
