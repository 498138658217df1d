import { useContext } from 'react'
import { createAlertsController, type AlertsController } from '#src/features/alerts/alerts-controller.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { openAlertsBrowser } from './alerts-browser.ts'
import { useApp } from '../app-context.ts'

/** One for each session: the screen and what stands above all screens see the same. */
const controllers = new WeakMap<Workspace, AlertsController>()

/** This device's alerts, for whoever is signed in. */
export function useAlertsController(): AlertsController {
  const { sessionDb } = useApp()
  const workspace = useWorkspace()
  const capabilities = useContext(CapabilitiesContext)
  const connection = useContext(ConnectionContext)
  const known = controllers.get(workspace)
  if (known) return known
  const controller = createAlertsController({
    sessionDb,
    me: { origin: workspace.origin, userId: workspace.user.id },
    browser: openAlertsBrowser(),
    targetOf: (origin) => ({ origin, fetch: (input, init) => fetch(input, init) }),
    isOffered: () => capabilities.get().push !== null,
    isLive: () => connection.get().kind === 'live',
    watchEnvironment(onChange) {
      const stops = [capabilities.subscribe(onChange), connection.subscribe(onChange)]
      return () => stops.forEach((stop) => stop())
    },
  })
  controllers.set(workspace, controller)
  return controller
}
