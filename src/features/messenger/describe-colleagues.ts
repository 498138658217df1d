import { ROLES, type Role, type RoleName } from '#src/domain/roles.ts'
import type { Colleagues } from './use-reference.ts'

export type Colleague = Colleagues['colleagues'][number]

/** Those whose name has the words, whoever is online first; otherwise by name as given. */
export function listColleagues(colleagues: readonly Colleague[], search: string): Colleague[] {
  const wanted = search.trim().toLocaleLowerCase()
  const found = colleagues.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return [...found.filter(({ online }) => online), ...found.filter(({ online }) => !online)]
}

/** A role in a word, for example 'Manager'. Null: it could not be read. */
export function describeRole(role: Role | null): string {
  if (role === null) return 'Role not readable'
  const names = Object.keys(ROLES).filter((name): name is RoleName => name in ROLES)
  const name = names.find((each) => ROLES[each] === role) ?? 'agent'
  return name.slice(0, 1).toUpperCase() + name.slice(1)
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
