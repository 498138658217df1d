import { isBlank } from '#src/domain/text/blank.ts'
import { isIntentAction, type Intent, type IntentConfig } from '#src/contract/intents.ts'
import { readRecords, readTexts, type FieldValue, type FieldValues } from '#src/ui/list/field-values.ts'
import { hasChoiceTabs, isFixedChoice, resetChoices, toChoices, toTexts } from './choices.ts'

/** The form's field of questions that the environment does not have yet; the last one is still being typed. */
export const NEW_QUESTIONS = 'newQuestions'

const TICKETS: readonly FieldValue[] = ['ticket', 'ticket-user', 'ticket-options']

/** Whether the bot writes a ticket (specification section 2, Intents). */
export function writesTicket(type: FieldValue | undefined): boolean {
  return type !== undefined && TICKETS.includes(type)
}

/** What an intent holds, by the keys of the form's columns. */
export function readIntentValues(intent: Intent): FieldValues {
  const config = intent.dialog?.config
  const choices = toTexts(config?.choices ?? [])
  return {
    name: intent.name,
    isEnabled: config?.isEnabled ?? true,
    response: config?.response ?? '',
    url: config?.url ?? '',
    type: config?.type ?? 'message',
    redirectTo: config?.redirectTo ?? '',
    department: config?.department ?? '',
    requiresAuth: config?.requiresAuth ?? false,
    externalTicketSKU: config?.externalTicketSKU ?? '',
    // One that was saved without any has those that its action begins with.
    choices: choices.length > 0 ? choices : resetChoices(config?.type),
  }
}

/**
 * All of what the bot says and does, as the environment takes it: what does not concern the action is none. Of an action
 * that this console does not know everything stays. `kept` has what no form shows.
 */
export function toConfig(
  values: FieldValues,
  { id, name }: Pick<Intent, 'id' | 'name'>,
  kept: IntentConfig | null,
): object {
  const type = textOf(values['type'])
  const isKnown = isIntentAction(type)
  const isTicket = !isKnown || writesTicket(type)
  const hasChoices = !isKnown || hasChoiceTabs(type) || isFixedChoice(type)
  return {
    isEnabled: values['isEnabled'] === true,
    response: textOf(values['response']),
    url: textOf(values['url']).trim(),
    type,
    redirectTo: !isKnown || type === 'message' ? textOf(values['redirectTo']).trim() : '',
    department: isTicket ? textOf(values['department']) : '',
    requiresAuth: isTicket && values['requiresAuth'] === true,
    externalTicketSKU: isTicket ? textOf(values['externalTicketSKU']).trim() : '',
    externalDepartmentId: isTicket ? (kept?.externalDepartmentId ?? '') : '',
    choices: hasChoices ? toChoices(readRecords(values['choices'])) : [],
    intent: name,
    intentId: id,
  }
}

/** The new questions that somebody typed, the one that is still being typed included. */
export function readNewQuestions(value: FieldValue | undefined): string[] {
  return readTexts(value)
    .map((text) => text.trim())
    .filter((text) => !isBlank(text))
}

/** Whether two questions are one to the environment: letter case and spaces aside. */
export function isSameQuestion(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
