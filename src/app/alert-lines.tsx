import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { StoppedLine } from '#src/features/alerts/stopped-line.tsx'
import { useAlertsDesk } from './use-alerts-desk.ts'
import { Offers } from './offers.tsx'

/**
 * Looks at this device's alerts at each start (W4), and says what their person should know. The screen about alerts says
 * all of it itself.
 */
export function AlertLines() {
  const desk = useAlertsDesk()
  const isSaid = useLocation({ select: ({ pathname }) => pathname === '/alerts' })
  useEffect(() => desk.start(), [desk])
  return (
    <>
      {!isSaid && <StoppedLine desk={desk} />}
      <Offers desk={desk} isPaused={isSaid} />
    </>
  )
}
