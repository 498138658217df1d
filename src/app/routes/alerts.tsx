import { AlertsPage } from '#src/features/alerts/alerts-page.tsx'
import { InstallSection } from '#src/features/install/install-section.tsx'
import { useAlertsController } from '../alerts/use-alerts-controller.ts'
import { useApp } from '../app-context.ts'

/** `/alerts`: all roles. Whether alerts reach this device, and how Bellhop is installed on it. */
export function AlertsRoute() {
  const { environments } = useApp()
  const nameEnvironment = (origin: string) =>
    environments.all.find((environment) => environment.origin === origin)?.label ?? origin
  return (
    <AlertsPage
      controller={useAlertsController()}
      nameEnvironment={nameEnvironment}
      install={<InstallSection />}
    />
  )
}
