import type { UserRow } from '../store/staff/staff-tables.ts'

/** The User of CONTRACT section 3; a password never leaves the server. */
export function presentSignedIn(user: UserRow, token: string, serverBotType: string) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    role: user.role,
    ...(user.fbid === null ? {} : { fbid: user.fbid }),
    token,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    lastLogin: user.lastLogin?.toISOString() ?? null,
    serverBotType,
  }
}
