import { useEffect } from 'react'
import { Announcements } from './announcements.tsx'
import { AlertsInTray } from './alerts-in-tray.tsx'
import { keepFocus } from './keep-focus.ts'
import { useAlarm } from './use-alarm.ts'
import { useBadge } from './use-badge.ts'
import { useFailures } from './use-failures.ts'
import { useHelpRequests } from './use-help-requests.ts'
import { useTitle } from './use-title.ts'
import { useUnsentNotice } from './use-unsent-notice.ts'

/**
 * What a change causes beyond its pixels: tab title, icon, sound and spoken words (I6), and where the focus is. They follow
 * live queries, which see nothing before its commit, and stand in the app because they hold on every screen.
 */
export function Effects() {
  const reading = useHelpRequests()
  const failures = useFailures()
  useTitle(reading?.isGuestWaiting === true)
  useAlarm(reading?.helpRequests ?? null)
  useBadge(reading?.helpRequests?.length)
  useUnsentNotice(failures)
  useEffect(() => keepFocus(document), [])
  return (
    <>
      <Announcements helpRequests={reading?.helpRequests ?? null} failures={failures} />
      <AlertsInTray />
    </>
  )
}
