import { useContext } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { screensFor, type Screen } from '#src/domain/screens.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'

/** The screens that this person may open in this environment, of one place in the navigation or of all. */
export function useScreens(nav?: Screen['nav']): Screen[] {
  const { role } = useWorkspace().user
  const capabilities = useStore(useContext(CapabilitiesContext))
  return screensFor(role, nav).filter(
    ({ needs, needsBot }) =>
      (needs === undefined || capabilities[needs]) &&
      (needsBot === undefined || capabilities.bot.includes(needsBot)),
  )
}
