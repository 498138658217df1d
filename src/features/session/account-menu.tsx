import { Menu } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { UnsentChoice } from '#src/actions/session-sign-out.ts'
import { countOperations } from '#src/db/outbox/operations.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { IconButton } from '#src/ui/button.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

export interface AccountMenuProps {
  /** Whether the browser promised to keep this device's data; null where it was not asked (D7). */
  isPersisted: boolean | null
  onSignOut(choice: UnsentChoice): Promise<void>
}

/** Who is signed in, and the way out: with something unsent it asks first (D8). */
export function AccountMenu({ isPersisted, onSignOut }: AccountMenuProps) {
  const workspace = useWorkspace()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave() {
    try {
      if ((await countOperations(workspace.outbox)) > 0) setAsking(true)
      // Drafts are kept for the next sign-in in any case.
      else await onSignOut('keep')
    } catch (error) {
      setProblem(explainFailure(error))
    }
  }

  return (
    <>
      <Menu defaultOpened position="bottom-end" offset={8} width={240} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <IconButton icon="menu" label="Menu" />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            Signed in as {workspace.user.name} ({workspace.user.username})
          </Menu.Label>
          {problem !== null && <Menu.Label c="red">{problem}</Menu.Label>}
          {isPersisted !== null && (
            <Menu.Label>
              {isPersisted
                ? 'This device keeps what is stored.'
                : 'The browser may clear what is stored when space runs out.'}
            </Menu.Label>
          )}
          <Menu.Item onClick={() => void leave()}>Sign Out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <SignOutDialog onSignOut={onSignOut} onCancel={() => setAsking(false)} />}
    </>
  )
}
