import { useMemo } from 'react'
import type { TestUser } from '#src/contract/test-users.ts'
import type { ListedUser } from '#src/contract/users.ts'
import { TEST_USERS, USERS } from '#src/online/plans/users.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { explainPassword, readNewUser, readUserPatch } from './user-values.ts'

/** The key of the field that a new test user's chat is chosen in. */
export const CHAT_KEY = 'chatId'

/** Who can sign in. */
export function useUsers(): ListSource<ListedUser> {
  const list = useListSource(USERS)
  return useMemo(
    () => ({
      ...list,
      create: async (values) => explainPassword(await list.create(readNewUser(values))),
      update: async (user, patch, how) => explainPassword(await list.update(user, readUserPatch(patch), how)),
    }),
    [list],
  )
}

/** The chats that staff try the bot with. */
export function useTestUsers(): ListSource<TestUser> {
  const list = useListSource(TEST_USERS)
  return useMemo(
    () => ({
      ...list,
      create: (values) => list.create({ chatId: String(values[CHAT_KEY]) }),
    }),
    [list],
  )
}
