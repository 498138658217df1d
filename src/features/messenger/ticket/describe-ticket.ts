import { isBlank } from '#src/domain/text/blank.ts'
import { isBlankName } from '#src/domain/guests/name.ts'
import { formatCount } from '#src/lib/format-count.ts'
import type { Departments } from '../use-reference.ts'

/** Where a ticket is about, for the form's words and its Location (specification section 3). */
export interface TicketPlace {
  /** Null where the guest card names none. */
  room: string | null
  title: string
  words: string
}

/** The room where it is known, else the guest's name stands in for it. */
export function describePlace(room: string | null | undefined, guestName: string): TicketPlace {
  const known = room?.trim() ?? ''
  if (!isBlank(known)) return { room: known, title: `Room ${known}`, words: `For room ${known}` }
  return { room: null, title: guestName, words: `For ${guestName}, room not known` }
}

/** A department's name; one that came without any can still be chosen. */
export function nameDepartment({ name }: { name: string }): string {
  return isBlankName(name) ? 'Department without a name' : name
}

/** Why no ticket can be saved yet; null where departments are there. Undefined: not known yet. */
export function explainDepartments(reading: Departments | undefined, isLive: boolean): string | null {
  if (!reading) return null
  const { departments, readAt, isWanted } = reading
  if (departments.length > 0) return null
  if (readAt !== null) return 'This hotel has no departments yet. A ticket needs one, so none can be saved.'
  if (isLive && isWanted) return 'Reading the departments…'
  if (isLive) return 'This hotel gives no departments here. A ticket needs one, so none can be saved.'
  return 'The departments were never read on this device. A ticket needs one: it can be saved when the line is back.'
}

/** What the Request says of its own length, with the limit in words; '' where there is nothing to say. */
export function describeLength(description: string, limit: number): string {
  const over = description.trim().length - limit
  if (over <= 0) return ''
  return `${formatCount(over)} ${over === 1 ? 'character' : 'characters'} too many: at most ${formatCount(limit)}`
}
