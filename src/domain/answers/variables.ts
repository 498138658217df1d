import { isBlankName } from '../guests/name.ts'

/** What a saved answer may leave open for each guest. */
const ANSWER_VARIABLES = ['firstName', 'lastName', 'guestName', 'room', 'agentName'] as const
export type AnswerVariable = (typeof ANSWER_VARIABLES)[number]

/** What is known of each; null, absent or blank where nothing is. */
export type VariableValues = Partial<Record<AnswerVariable, string | null | undefined>>

/** A variable that still stands in a text: `{room}` as it is written, and where. */
export interface UnfilledVariable {
  words: string
  start: number
  end: number
}

const BY_NAME = new Map(ANSWER_VARIABLES.map((name) => [name.toLowerCase(), name]))
// Braces around anything else are somebody's own, for example {sale}.
const VARIABLE = new RegExp(`\\{(${ANSWER_VARIABLES.join('|')})\\}`, 'gi')

/**
 * Fills a saved answer in. A variable without a value stays as it is written. What is filled in is not read again: a guest
 * who is called `{room}` is called so.
 */
export function fillVariables(answer: string, values: VariableValues): string {
  return answer.replace(VARIABLE, (words, name: string) => {
    const variable = BY_NAME.get(name.toLowerCase())
    const value = variable && values[variable]
    return value === null || value === undefined || isBlankName(value) ? words : value.trim()
  })
}

/** The variables that still stand in a text, in their order. */
export function findUnfilled(text: string): UnfilledVariable[] {
  return [...text.matchAll(VARIABLE)].map(({ 0: words, index }) => ({
    words,
    start: index,
    end: index + words.length,
  }))
}
