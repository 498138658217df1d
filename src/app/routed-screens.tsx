import { RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Role } from '#src/domain/roles.ts'
import { useAddress } from '#src/lib/address.ts'
import { createScreensRouter } from './router.tsx'

/** Whichever screen the address names, but the messenger. */
export function RoutedScreens() {
  const { history } = useAddress()
  const { role } = useWorkspace().user
  const [router] = useState(() => createScreensRouter(history, role))
  const [isMatched, setMatched] = useState(false)
  // Before anything is drawn, so that nothing else is in between; where a guard leads is matched as well.
  useEffect(() => {
    let isGone = false
    const stop = history.subscribe(router.load)
    void router.load().finally(() => {
      stop()
      if (!isGone) setMatched(true)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [history, router])
  // With another role some screens are no longer this person's: the guards look again.
  const guardedRole = useRef(role)
  useEffect(() => {
    if (guardedRole.current === role) return
    guardedRole.current = role
    void router.invalidate()
  }, [router, role])
  return isMatched && <RouterProvider router={router} context={{ role }} />
}

/** Fetches the screen of a path ahead. */
export async function fetchScreen(history: RouterHistory, role: Role, path: string): Promise<void> {
  await createScreensRouter(history, role).preloadRoute({ to: path })
}
