import { DevicePage } from '#src/features/device/device-page.tsx'
import { useApp } from '../app-context.ts'

/** `/device`: all roles. What is stored here, and what can be done about it. */
export function DeviceRoute() {
  const { environments, isMemoryOnly, isPersisted, syncNow } = useApp()
  return (
    <DevicePage
      environment={environments.current}
      isMemoryOnly={isMemoryOnly}
      persisted={isPersisted}
      onCleared={syncNow}
    />
  )
}
