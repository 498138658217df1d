import { useMemo } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { declareUsers } from './declare-users.ts'
import { useUsers } from './online-queries.ts'

/** `/config/users`: who can sign in, and as what (specification section 2, Users). */
export function UsersPage(page: ListPageProps) {
  const source = useUsers()
  const { id: myId } = useWorkspace().user
  const definition = useMemo(() => declareUsers({ myId, users: source.rows ?? [] }), [myId, source.rows])
  return (
    <ListScreen
      definition={definition}
      source={source}
      lead="Another role, another password or a removal takes effect at once, also where they are at work. With the username facebooklogin, somebody is added who signs in with Facebook."
      {...page}
    />
  )
}
