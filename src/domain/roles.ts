/** Role numbers (specification section 2). */
export const ROLES = { agent: 0, manager: 1, marketing: 2, operator: 3, admin: 4 } as const
export type RoleName = keyof typeof ROLES
export type Role = (typeof ROLES)[RoleName]

/** Access is by minimum level (specification section 6). */
export function hasRole(role: Role, least: RoleName): boolean {
  return role >= ROLES[least]
}
