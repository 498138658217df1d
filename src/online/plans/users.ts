import { testUserCalls } from '#src/api/test-users.ts'
import { userCalls } from '#src/api/users.ts'
import { testUsersSchema, type TestUser } from '#src/contract/test-users.ts'
import { usersSchema, type ListedUser, type NewUser, type UserPatch } from '#src/contract/users.ts'
import type { ListPlan } from '../list-writes.ts'

/** Who can sign in. */
export const USERS: ListPlan<ListedUser, NewUser, UserPatch> = {
  name: 'users',
  schema: usersSchema,
  ...userCalls,
}

/** The chats that staff try the bot with; there is nothing to change in one. */
export const TEST_USERS: ListPlan<TestUser, { chatId: string }, object> = {
  name: 'test-users',
  schema: testUsersSchema,
  ...testUserCalls,
}
