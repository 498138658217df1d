import type { StaffRef } from '#src/contract/chats.ts'

/** Somebody who may sign in; the password is their name. */
export interface Colleague extends StaffRef {
  username: string
}

export const PEOPLE: readonly Colleague[] = [
  { id: 'user-agent', name: 'Agent', username: 'agent' },
  { id: 'user-maria', name: 'Maria', username: 'maria' },
]
