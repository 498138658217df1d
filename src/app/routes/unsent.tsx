import { UnsentPage } from '#src/features/messenger/unsent/unsent-page.tsx'
import { UnsentElsewhereList } from '#src/features/session/unsent-elsewhere.tsx'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { hasRole } from '#src/domain/roles.ts'
import { useApp } from '../app-context.ts'

/** `/unsent`: all roles. What waits in this environment, and that something waits in others. */
export function UnsentRoute() {
  const { environments, readElsewhere } = useApp()
  const canSwitch = hasRole(useWorkspace().user.role, 'admin')
  return (
    <UnsentPage>
      <UnsentElsewhereList environments={environments} canSwitch={canSwitch} read={readElsewhere} />
    </UnsentPage>
  )
}
