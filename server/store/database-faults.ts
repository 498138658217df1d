import { DatabaseUnavailableError } from '../errors.ts'

const CONFLICT = 'two transactions were in each other’s way'
/** What the database says when it can't do now what it may do in a moment, in words for an operator. */
const REASONS: Record<string, string> = {
  '25006': 'the database is read-only',
  '25P03': 'a transaction stood open for too long',
  '40001': CONFLICT,
  '40P01': CONFLICT,
  '53100': 'the disk of the database is full',
  '53200': 'the database has no memory left',
  '53300': 'the database takes no more connections',
  '55P03': 'a lock of the database was not free in time',
  '57014': 'a statement took too long',
  '57P01': 'the database is being stopped',
  '57P02': 'the database has crashed',
  '57P03': 'the database is starting or stopping',
  '58030': 'the disk of the database fails',
}
/** 08: connections; 53: resources; 57: an operator's doing. */
const REASON_CLASSES = /^(08|53|57)/
const NOT_REACHED = 'the database can’t be reached'
const CUT = 'the connection to the database was cut'
/** As `pg` words what is no error of the database. */
const CUT_MESSAGES = /^(Connection terminated|Query read timeout|Client (has encountered|was closed))/
/** A write that fails so says that the next one will; only whoever looks after the database ends it. */
const DISK_REASONS = new Set(['53100', '58030'].map((code) => REASONS[code]))

/** Whether a connection is of no use any more: lost, or its answer did not come. */
export function isConnectionFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return CUT_MESSAGES.test(error.message) || typeof Reflect.get(error, 'errno') === 'number'
}

/** What a statement was refused with: a `DatabaseUnavailableError` where the same may succeed later, else as it was. */
export function explainFault(error: unknown): unknown {
  const reason = findReason(error)
  return reason === null ? error : new DatabaseUnavailableError(reason, error)
}

/** No connection was to be had, for whatever cause. */
export function explainNoConnection(error: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError(findReason(error) ?? NOT_REACHED, error)
}

/** Whether nothing can be written, whatever it is. */
export function isDiskFault({ reason }: DatabaseUnavailableError): boolean {
  return DISK_REASONS.has(reason)
}

/** Whether the database undid a transaction because of another one: the same succeeds when it is run again. */
export function isConflict(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError && error.reason === CONFLICT
}

function findReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string') {
    const known = REASONS[code]
    if (known !== undefined) return known
    if (REASON_CLASSES.test(code) && code.length === 5) return NOT_REACHED
  }
  return isConnectionFault(error) ? CUT : null
}
