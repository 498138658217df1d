/** The session that this write belongs to has ended (D8): the write did not happen and must not be repeated. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError'
}

/** What this user's last sign-out left on the device is not cleared yet: until it is, nobody gets at it again (D8). */
export class SignOutUnfinishedError extends Error {
  override name = 'SignOutUnfinishedError'
}

/** The device has no room left, also after old mirrored messages were dropped (D6). */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}

/** A newer build has changed this database; this tab must be reloaded before it writes again (D4). */
export class OutdatedBuildError extends Error {
  override name = 'OutdatedBuildError'
}

/** The outbox, which holds the only copy of someone's work, can't be opened (D6). */
export class OutboxUnreadableError extends Error {
  override name = 'OutboxUnreadableError'
}

/** Whether a storage error means 'no room', however the browser wraps it. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  // Dexie says which of many rows failed in `failures`, and what a transaction was aborted for in `inner`.
  const failures: unknown = Reflect.get(error, 'failures')
  if (Array.isArray(failures) && failures.some(isQuotaError)) return true
  const inner: unknown = Reflect.get(error, 'inner')
  return inner !== undefined && inner !== error && isQuotaError(inner)
}
