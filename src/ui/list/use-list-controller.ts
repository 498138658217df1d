import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { deviceClock } from '#src/lib/clock.ts'
import type { Store } from '#src/lib/store.ts'
import type { ListDefinition } from './declare-list.ts'
import { createListController, type ListController } from './list-controller.ts'
import type { ListSource } from './list-source.ts'
import { deviceTimers } from './timers.ts'

interface ListControllerOptions<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  unsaved: Store<boolean>
  isManual?: boolean
}

/** A screen's controller as long as the screen is there: what waits is sent when it goes, or when the page does. */
export function useListController<Row>({
  definition,
  source,
  unsaved,
  isManual = false,
}: ListControllerOptions<Row>): ListController<Row> {
  const latest = useRef({ definition, source })
  const [controller] = useState(() =>
    createListController<Row>({
      read: () => latest.current,
      clock: deviceClock,
      timers: deviceTimers,
      unsaved,
      isManual,
    }),
  )

  useLayoutEffect(() => {
    latest.current = { definition, source }
    controller.observe()
  }, [controller, definition, source])

  useEffect(() => {
    const onPageHide = () => controller.leave(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      controller.leave(false)
      // With its screen, what would be lost with it is gone.
      unsaved.set(false)
    }
  }, [controller, unsaved])

  useEffect(() => {
    // The browser asks in its own words.
    const onBeforeUnload = (event: BeforeUnloadEvent) => unsaved.get() && event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [unsaved])

  return controller
}
