import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { StoppedLine } from '#src/features/alerts/stopped-line.tsx'
import { PHONE_MEDIA } from '#src/ui/media.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { useAlertsController } from './use-alerts-controller.ts'
import { Offers } from '../offers.tsx'

/**
 * Looks at this device's alerts at each start (W4), and says what their person should know: not over a chat on a phone, where
 * what is written needs all the room above a soft keyboard, and not on the screen about alerts, which says all of it itself.
 */
export function AlertLines() {
  const controller = useAlertsController()
  const isSaid = useLocation({ select: ({ pathname }) => pathname === '/alerts' })
  const isInChat = useParams({ strict: false, select: (params) => params.chatId !== undefined })
  const isPhone = useMedia(PHONE_MEDIA)
  const isPaused = isSaid || (isPhone && isInChat)
  useEffect(() => controller.start(), [controller])
  return (
    <>
      {!isPaused && <StoppedLine controller={controller} />}
      <Offers controller={controller} isPaused={isPaused} />
    </>
  )
}
