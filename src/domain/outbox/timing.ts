import type { Operation } from './operation.ts'

/** O10: what was written for one moment is not sent in another. */
export const MAX_AGE_MS = 15 * 60_000
/** O10: after this the environment may have forgotten the key (it keeps keys for 30 days). */
export const KEY_TRUSTED_MS = 20 * 24 * 60 * 60_000
/** O3: full jitter, doubling. */
const BACKOFF_MIN_MS = 1_000
export const BACKOFF_MAX_MS = 60_000
/** Reads that must show nothing, and how far apart, before delivery is called unknown. */
export const UNCERTAIN_READS = 3
export const UNCERTAIN_WINDOW_MS = 30_000
const READ_EVERY_MS = UNCERTAIN_WINDOW_MS / (UNCERTAIN_READS - 1)
/** The longest wait that is ever written: a Retry-After, which is believed up to this. */
const WAIT_MAX_MS = 5 * 60_000
export const TAKEOVER_TRIES = 3

/** Whether a person must say yes again; a negative age means that a clock moved, which says nothing good. */
export function isTooOld(operation: Pick<Operation, 'ageFrom'>, now: number): boolean {
  const age = now - operation.ageFrom
  return age > MAX_AGE_MS || age < 0
}

/** O10: what waits for one moment only. A ticket is as right an hour later. */
export function canExpire({ kind }: Pick<Operation, 'kind'>): boolean {
  return kind !== 'ticket'
}

/** Whether a repeat under the same key is no longer known to be harmless. */
export function isKeyStale(
  operation: Pick<Operation, 'doubt' | 'firstSentAt'>,
  now: number,
  offersKeys: boolean,
): boolean {
  if (operation.doubt === 'none') return false
  if (operation.doubt === 'unkeyed' || !offersKeys) return true
  return operation.firstSentAt !== null && now - operation.firstSentAt > KEY_TRUSTED_MS
}

/** The wait before attempt `attempts + 1`, in ms. `random` is in [0, 1). */
export function backOff(attempts: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.max(0, attempts - 1))
  return Math.round(ceiling * random)
}

/** The wait of a reading after so many failures in a row, in ms: as `backOff`, but never none at all. `random` is in [0, 1). */
export function waitAfterFailures(failures: number, random: number): number {
  return Math.max(BACKOFF_MIN_MS, backOff(failures, random))
}

/** `nextAt` as it may be believed: a clock that was set back must not park an operation for hours (O3). */
export function clampNextAt(nextAt: number, now: number): number {
  return nextAt > now + WAIT_MAX_MS ? now : nextAt
}

/** Since when an uncertain operation is read, as it may be believed: the past of a clock that was set back is now. */
export function clampSince({ since, reads }: { since: number; reads: number }, now: number): number {
  return since > now ? now - READ_EVERY_MS * reads : since
}

/** When the engine must look at this operation again, or null while it waits for the user. */
export function wakeAt(operation: Operation, now: number): number | null {
  switch (operation.state) {
    case 'queued':
      if (!canExpire(operation)) return clampNextAt(operation.nextAt, now)
      // Also on time for the question whether it is still right (O10).
      return Math.min(clampNextAt(operation.nextAt, now), operation.ageFrom + MAX_AGE_MS + 1)
    case 'uncertain':
      return clampSince(operation, now) + READ_EVERY_MS * operation.reads
    default:
      return null
  }
}
