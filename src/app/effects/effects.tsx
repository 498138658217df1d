import { useEffect } from 'react'
import { Announcements } from './announcements.tsx'
import { keepFocus } from './keep-focus.ts'
import { useAlarm } from './use-alarm.ts'
import { useBadge } from './use-badge.ts'
import { useCries } from './use-cries.ts'
import { useTitle } from './use-title.ts'

/**
 * What a change causes beyond its pixels: tab title, icon, sound and spoken words (I6), and where the focus is. They follow
 * live queries, which see nothing before its commit, and stand in the app because they hold on every screen.
 */
export function Effects() {
  const reading = useCries()
  useTitle(reading?.isGuestWaiting === true)
  useAlarm(reading?.cries ?? null)
  useBadge(reading?.cries?.length)
  useEffect(() => keepFocus(document), [])
  return <Announcements cries={reading?.cries ?? null} />
}
