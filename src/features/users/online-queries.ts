import { testUserCalls } from '#src/api/test-users.ts'
import { userCalls, type NewUser, type UserPatch } from '#src/api/users.ts'
import { testUsersSchema, type TestUser } from '#src/contract/test-users.ts'
import { usersSchema, type ListedUser } from '#src/contract/users.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import type { FieldValues } from '#src/ui/list/field-values.ts'
import { readNewUser, readUserPatch } from './user-values.ts'

export type { ListedUser, NewUser, TestUser, UserPatch }

const USERS: ListPlan<ListedUser, FieldValues> = {
  name: 'users',
  schema: usersSchema,
  list: userCalls.list,
  create: (session, values, options) => userCalls.create(session, readNewUser(values), options),
  update: (session, user, values, options) => userCalls.update(session, user, readUserPatch(values), options),
  remove: userCalls.remove,
}
const TEST_USERS: ListPlan<TestUser, FieldValues> = {
  name: 'test-users',
  schema: testUsersSchema,
  list: testUserCalls.list,
  create: (session, values, options) =>
    testUserCalls.create(session, { chatId: String(values[CHAT_KEY]) }, options),
  remove: testUserCalls.remove,
}

/** The key of the field that a new test user's chat is chosen in. */
export const CHAT_KEY = 'chatId'

/** Who can sign in. */
export function useUsers() {
  return useListSource(USERS)
}

/** The chats that staff try the bot with. */
export function useTestUsers() {
  return useListSource(TEST_USERS)
}
