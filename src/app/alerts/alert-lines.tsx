import { useEffect } from 'react'
import { evaluateHealth, hasStopped } from '#src/features/alerts/health.ts'
import { readChatId } from '#src/features/messenger/search.ts'
import { useLocation } from '#src/lib/address.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { PHONE_MEDIA } from '#src/ui/media.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { useStore } from '#src/lib/use-store.ts'
import { useAlertsController } from './use-alerts-controller.ts'
import { Offers } from '../offers.tsx'

const StoppedLine = createDeferredPart(() =>
  import('#src/features/alerts/stopped-line.tsx').then((module) => module.StoppedLine),
)

/**
 * Looks at this device's alerts at each start (W4), and says what their person should know: not over a chat on a phone, where
 * what is written needs all the room above a soft keyboard, and not on the screen about alerts, which says all of it itself.
 */
export function AlertLines() {
  const controller = useAlertsController()
  const isSaid = useLocation(isAboutAlerts)
  const isInChat = useLocation(readChatId) !== undefined
  const isPhone = useMedia(PHONE_MEDIA)
  const isPaused = isSaid || (isPhone && isInChat)
  const facts = useStore(controller.facts)
  const isStopped = hasStopped(evaluateHealth(facts, controller.me), facts)
  useEffect(() => controller.start(), [controller])
  return (
    <>
      {!isPaused && isStopped && <StoppedLine controller={controller} />}
      <Offers controller={controller} isPaused={isPaused} />
    </>
  )
}

function isAboutAlerts({ pathname }: { pathname: string }): boolean {
  return pathname === '/alerts'
}
