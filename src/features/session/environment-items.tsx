import { Menu } from '@mantine/core'
import { useState } from 'react'
import { countOperations } from '#src/db/outbox/operations.ts'
import type { UnsentElsewhere } from '#src/db/unsent-elsewhere.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { EnvironmentView } from '#src/lib/environment.ts'
import { describeCounts } from './describe-elsewhere.ts'
import { useUnsentElsewhere } from './use-unsent-elsewhere.ts'

export interface EnvironmentItemsProps {
  environments: {
    all: readonly EnvironmentView[]
    current: EnvironmentView
    switchTo(key: string): boolean
  }
  readElsewhere(): Promise<UnsentElsewhere[]>
}

/**
 * The environments of this installation, one of them chosen. What is unsent here is said before somebody leaves and keeps
 * nobody: it stays on the device and goes out when they are back (specification section 4; D8).
 */
export function EnvironmentItems({ environments, readElsewhere }: EnvironmentItemsProps) {
  const { all, current, switchTo } = environments
  const workspace = useWorkspace()
  const unsent = useLive(workspace, 'environment-items', () => countOperations(workspace.outbox)) ?? 0
  const elsewhere = useUnsentElsewhere(readElsewhere)
  const [isRefused, setRefused] = useState(false)

  return (
    <>
      <Menu.Label>Environment</Menu.Label>
      {unsent > 0 && (
        <Menu.Label>
          {`${describeCounts({ operations: unsent, drafts: 0 })} here. What is unsent stays on this ` +
            'device and goes out when you come back.'}
        </Menu.Label>
      )}
      {isRefused && (
        <Menu.Label c="red" role="alert">
          This browser does not keep the choice. Allow it to store data for this page.
        </Menu.Label>
      )}
      <Menu.RadioGroup
        value={current.key}
        onChange={(key) => (key === current.key ? undefined : setRefused(!switchTo(key)))}
      >
        {all.map(({ key, label, origin }) => (
          <Menu.RadioItem
            key={key}
            value={key}
            disabled={origin === null}
          >{`${label}${describeNote(origin, elsewhere)}`}</Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function describeNote(origin: string | null, elsewhere: readonly UnsentElsewhere[]): string {
  if (origin === null) return ' (no address is configured)'
  const counts = elsewhere.find((other) => other.origin === origin)
  return counts ? ` (${describeCounts(counts)})` : ''
}
