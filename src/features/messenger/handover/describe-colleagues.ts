import type { StaffMember } from '#src/contract/staff.ts'
import { foldSearch, foldSearched } from '#src/domain/search/fold-text.ts'
import type { Colleagues } from '../use-reference.ts'

/** Those whose name has the words, whoever is online first; otherwise by name as given. */
export function listColleagues(colleagues: readonly StaffMember[], search: string): StaffMember[] {
  const wanted = foldSearch(search)
  const found = colleagues.filter(({ name }) => foldSearched(name).includes(wanted))
  return [...found.filter(({ online }) => online), ...found.filter(({ online }) => !online)]
}

/** Why nobody is listed; null where somebody is. */
export function explainNobody(
  reading: Colleagues | undefined,
  found: number,
  isLive: boolean,
): string | null {
  if (!reading || found > 0) return null
  if (reading.colleagues.length > 0) return 'Nobody of that name.'
  if (reading.readAt !== null) return 'There is no other colleague.'
  return isLive && reading.isWanted
    ? 'Reading who is there…'
    : 'Who works here was never read on this device. It is read when the line is back.'
}
