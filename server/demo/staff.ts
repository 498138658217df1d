import type { DemoUser } from './rows.ts'

/** The sign-ins of the demonstration hotel, all with DEMO_PASSWORD (CONTRACT section 9). */
export const DEMO_USERS: readonly DemoUser[] = [
  { id: 'staff-agent', username: 'agent', name: 'Alex Kim', role: 0 },
  { id: 'staff-maria', username: 'maria', name: 'Maria Santos', role: 0 },
  { id: 'staff-manager', username: 'manager', name: 'Nadia Rahman', role: 1 },
  { id: 'staff-marketing', username: 'marketing', name: 'Leo Fischer', role: 2 },
  { id: 'staff-operator', username: 'operator', name: 'Oskar Lind', role: 3 },
  { id: 'staff-admin', username: 'admin', name: 'Ada Novák', role: 4 },
]

/** The one of that username; throws for a username that is not in the list. */
export function findDemoUser(username: string): DemoUser {
  const found = DEMO_USERS.find((user) => user.username === username)
  if (!found) throw new Error(`The demonstration has no user '${username}'.`)
  return found
}
