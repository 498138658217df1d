import { useMemo } from 'react'
import type { ListedUser } from '#src/contract/users.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { declareUsers } from './declare-users.ts'
import { useUsers } from './online-queries.ts'

/** `/config/users`: who can sign in, and as what (specification section 2, Users). */
export function UsersPage(page: ListPageProps) {
  const source = useUsers()
  return (
    <ListScreen
      definition={useDefinition(source.rows)}
      source={source}
      lead="Another role, another password or a removal takes effect at once, also where they are at work. With the username facebooklogin, somebody is added who signs in with Facebook."
      {...page}
    />
  )
}

/** `/config/users/edit/{id}`: their sign-in data, which are saved by a button alone (docs/decisions/053-sign-in-data.md). */
export function UserEditPage({ id, unsaved, navigate }: EditPageProps) {
  const source = useUsers()
  const definition = useDefinition(source.rows)
  return <EditForm {...{ definition, source, id, unsaved }} onBack={() => navigate('/config/users')} />
}

function useDefinition(users: readonly ListedUser[] | undefined): ListDefinition<ListedUser> {
  const { id: myId } = useWorkspace().user
  return useMemo(() => declareUsers({ myId, users: users ?? [] }), [myId, users])
}
