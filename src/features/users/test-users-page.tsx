import { useMemo } from 'react'
import type { TestUser } from '#src/contract/test-users.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { ChatPicker } from './chat-picker.tsx'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { CHAT_KEY, useTestUsers } from './online-queries.ts'

/** `/config/test-users`: the chats that staff try the bot with (specification section 2, Test users). */
export function TestUsersPage(page: ListPageProps) {
  const source = useTestUsers()
  const definition = useMemo(() => declareTestUsers(source.rows ?? []), [source.rows])
  return (
    <ListScreen
      definition={definition}
      source={source}
      lead="Chats that you try the bot with. Removing one here leaves its chat as it is."
      {...page}
    />
  )
}

function declareTestUsers(rows: readonly TestUser[]): ListDefinition<TestUser> {
  const taken = new Set(rows.map(({ id }) => id))
  return {
    type: 'test-users',
    title: 'Test users',
    noun: { one: 'test user', many: 'test users' },
    isUrlDriven: true,
    hasEdit: false,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName || 'Unnamed guest',
    isUndeletable: ({ undeletable }) => undeletable === true,
    columns: [
      { key: 'displayName', header: 'Name', kind: 'text', read: ({ displayName }) => displayName },
      {
        key: CHAT_KEY,
        header: 'Chat',
        kind: 'custom',
        canEdit: 'form',
        inTable: false,
        isRequired: true,
        read: ({ id }) => id,
        renderField: (field) => <ChatPicker field={field} taken={taken} />,
      },
    ],
  }
}
