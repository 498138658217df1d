/** Role numbers (specification section 2). */
export const ROLES = { agent: 0, manager: 1, marketing: 2, operator: 3, admin: 4 } as const
export type RoleName = keyof typeof ROLES
export type Role = (typeof ROLES)[RoleName]

/** Access is by minimum level (specification section 6). */
export function hasRole(role: Role, least: RoleName): boolean {
  return role >= ROLES[least]
}

/** A role in a word, for example 'Manager'. Null: it could not be read. */
export function describeRole(role: Role | null): string {
  if (role === null) return 'Role not readable'
  const names = Object.keys(ROLES).filter((name): name is RoleName => name in ROLES)
  const name = names.find((each) => ROLES[each] === role) ?? 'agent'
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Who may block a guest and let them write again (CONTRACT section 6, `guests`). */
export function mayBlockGuests(role: Role): boolean {
  return hasRole(role, 'operator')
}

/** Who may take a guest's data out of the house, or remove it (CONTRACT section 6, `guests`). */
export function mayHandleGuestData(role: Role): boolean {
  return hasRole(role, 'admin')
}
