import type { OperationKind } from '#src/domain/outbox/operation.ts'

/** What a person waits for while an operation is on the wire (specification section 2: the loading indicator). */
export function describeAttempt(kind: OperationKind): string {
  switch (kind) {
    case 'send':
      return 'Sending…'
    case 'upload':
      return 'Sending a file…'
    case 'pause':
      return 'Taking over…'
    case 'play':
      return 'Returning to the bot…'
    case 'resolve':
      return 'Resolving…'
    case 'pass':
      return 'Passing on…'
    case 'ticket':
      return 'Saving the ticket…'
  }
}
