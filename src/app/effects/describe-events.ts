import { isBlankName } from '#src/domain/guests/name.ts'
import { isMessageKind, waitsForUser, type Operation } from '#src/domain/outbox/operation.ts'
import { describeOperation, explainReason } from '#src/domain/outbox/words.ts'

/** More names than these are a number: nobody listens to a dozen. */
const MOST_NAMES = 3
const MOST_CHARS = 60
const ALONE = { blockedBy: null, hasMessagesBehind: false }

/** 'Ana Ruiz needs help'; `names` as the environment has them. */
export function describeHelpRequests(names: readonly string[]): string {
  if (names.length > MOST_NAMES) return `${names.length} guests need help`
  return names.map((name) => `${callGuest(name)} needs help`).join('. ')
}

/** What became of something that waits for the user now; null of what does not. `name`: the guest's. */
export function describeFailure(operation: Operation, name: string, now: number): string | null {
  const { reason } = operation
  if (reason === null || !isWaitingForPerson(operation)) return null
  const guest = callGuest(name)
  if (!isMessageKind(operation.kind)) {
    return `${guest}: ${describeOperation(operation, ALONE, now).state}`
  }
  switch (reason.code) {
    case 'delivery_unknown':
      return `It is not known whether a message to ${guest} arrived`
    case 'too_old':
      return `A message to ${guest} waits for your yes: ${explainReason(reason)}`
    default:
      return `A message to ${guest} was not sent: ${explainReason(reason)}`
  }
}

export function isWaitingForPerson({ state }: Operation): boolean {
  return waitsForUser(state)
}

/** A name as it is spoken: nobody needs 500 characters of it. */
function callGuest(name: string): string {
  if (isBlankName(name)) return 'A guest'
  const characters = [...name.trim()]
  return characters.length > MOST_CHARS ? `${characters.slice(0, MOST_CHARS).join('')}…` : name.trim()
}
