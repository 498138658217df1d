import { useEffect } from 'react'
import { clearBadge, setBadge } from '#src/lib/badge.ts'

/**
 * The number on the icon of an installed Bellhop: the chats that need help (W3). Every tab sets the same one, from the same
 * database. Undefined while nothing is known: what the worker set there stands. A signed-out screen shows none.
 */
export function useBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) void setBadge(count)
  }, [count])
  useEffect(() => () => void clearBadge(), [])
}
