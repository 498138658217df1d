import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'
import type { WriteResult } from '#src/ui/list/list-source.ts'

/** Who is at work and who is not (specification section 2). */
const STATUS_WORDS: Readonly<Record<number, string>> = { 2: 'Active', 3: 'Break' }
const INACTIVE = 'Inactive'

/** An international number begins with a plus, which is as good as a digit. */
const TELEPHONE = /^\+?\d+$/
/** The environment's words, whatever its apostrophe. */
const NO_TELEPHONE = /telephone number can.t be blank/i
/** What is said in their place (specification section 5). */
const BAD_TELEPHONE =
  'Phone number is invalid, can be kind of 7025094433 - starts with 702 and contains 10 digits'

/** An assignee's state in a word: 2 active, 3 break, anything else inactive. */
export function describeStatus(statusId: number | null): string {
  return (statusId === null ? undefined : STATUS_WORDS[statusId]) ?? INACTIVE
}

/** The phone must be a number (specification section 5); null: it is one. */
export function checkTelephone(value: FieldValue): string | null {
  return TELEPHONE.test(String(value).trim()) ? null : 'Phone number must be a number.'
}

/** What a form has of an assignee, as the environment takes it. An empty password is none; null takes it away. */
export function toAssigneeBody(values: FieldValues): object {
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => toField(key, value)))
}

function toField(key: string, value: FieldValue): [string, FieldValue][] {
  switch (key) {
    case 'telephoneNumber':
      return [[key, toTelephone(String(value).trim())]]
    case 'username':
    case 'queueId':
      return [[key, value === '' ? null : value]]
    case 'password':
      return value === '' ? [] : [[key, value]]
    default:
      return [[key, value]]
  }
}

/** A number, as the specification has it, unless that would take a zero or a plus from its beginning. */
function toTelephone(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text
}

/** The environment's refusal of a telephone number, in the specification's words and at its field. */
export function explainTelephone<Row>(result: WriteResult<Row>): WriteResult<Row> {
  if (result.kind !== 'refused' || !NO_TELEPHONE.test(result.message)) return result
  return { kind: 'refused', message: BAD_TELEPHONE, field: 'telephoneNumber' }
}
