import { DevicePage } from '#src/features/device/device-page.tsx'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useApp } from '../app-context.ts'
import { askToSync } from '../ask-to-sync.ts'

/** `/device`: all roles. What is stored here, and what can be done about it. */
export function DeviceRoute() {
  const { environments, isMemoryOnly, isPersisted } = useApp()
  const workspace = useWorkspace()
  return (
    <DevicePage
      environment={environments.current}
      isMemoryOnly={isMemoryOnly}
      persisted={isPersisted}
      onCleared={() => askToSync(workspace)}
    />
  )
}
