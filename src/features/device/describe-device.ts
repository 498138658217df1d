import { formatSize } from '#src/domain/files/size.ts'
import { formatListTime, formatSpan } from '#src/domain/formatting.ts'
import type { ConnectionStatus } from '#src/lib/connection.ts'
import type { StorageRoom } from '#src/lib/storage-room.ts'

/** A device clock that is off by more than this confuses people, and push and sign-in services. */
const CLOCK_OFF_MS = 3 * 60_000
const MINUTE_MS = 60_000

/** How much room is taken, in words. */
export function describeRoom(room: StorageRoom | null): string {
  if (!room) return 'The browser does not say.'
  const quota = room.quota > 0 ? ` of about ${formatSize(room.quota)} that the browser allows` : ''
  return `about ${formatSize(room.usage)}${quota}`
}

/** Whether what is shown is what the hotel has. `syncedAt`, `now`: ms of the device's clock. */
export function describeSync(connection: ConnectionStatus, syncedAt: number | null, now: number): string {
  if (syncedAt === null) return connection.kind === 'live' ? 'Being read now' : 'Not read yet'
  if (connection.kind === 'live') return `In step, last read at ${formatListTime(syncedAt, now)}`
  return `Not in step, as of ${formatListTime(syncedAt, now)}`
}

/** What is wrong with the device's clock; null where it is right, or nothing is known. `offset`: the hotel's minus it, ms. */
export function describeClock(offset: number | null): string | null {
  if (offset === null || Math.abs(offset) <= CLOCK_OFF_MS) return null
  const direction = offset > 0 ? 'behind' : 'ahead of'
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  return `This device’s clock is about ${formatSpan(minutes * MINUTE_MS)} ${direction} the hotel’s. Let the device set its time by itself: chats stay in the right order, but the times shown are off.`
}

/** What the browser promised (D7). */
export function describePersistence(isPersisted: boolean | null): string {
  if (isPersisted === null) return 'This browser can’t be asked to keep it.'
  return isPersisted
    ? 'The browser keeps it.'
    : 'The browser may clear it when space runs out, unsent work too.'
}
