import type { UserRow } from '../store/schema.ts'

/** The kind of bot that this environment runs; environments list their dashboards by it (specification section 3). */
const SERVER_BOT_TYPE = 'hotel'

/** The User of CONTRACT section 3; a password never leaves the server. */
export function presentSignedIn(user: UserRow, token: string) {
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
    serverBotType: SERVER_BOT_TYPE,
  }
}
