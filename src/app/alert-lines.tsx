import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { StoppedLine } from '#src/features/alerts/stopped-line.tsx'
import { useMedia } from '#src/lib/use-media.ts'
import { useAlertsDesk } from './use-alerts-desk.ts'
import { Offers } from './offers.tsx'

/** Where a chat has the whole screen: what is written there needs all the room above a soft keyboard. */
const IS_PHONE = '(max-width: 799px)'

/**
 * Looks at this device's alerts at each start (W4), and says what their person should know: not over a chat on a phone, and
 * not on the screen about alerts, which says all of it itself.
 */
export function AlertLines() {
  const desk = useAlertsDesk()
  const isSaid = useLocation({ select: ({ pathname }) => pathname === '/alerts' })
  const isInChat = useParams({ strict: false, select: (params) => params.chatId !== undefined })
  const isPhone = useMedia(IS_PHONE)
  const isPaused = isSaid || (isPhone && isInChat)
  useEffect(() => desk.start(), [desk])
  return (
    <>
      {!isPaused && <StoppedLine desk={desk} />}
      <Offers desk={desk} isPaused={isPaused} />
    </>
  )
}
