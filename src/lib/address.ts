import type { HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { createContext, startTransition, useContext, useEffect, useState } from 'react'

/** Where this window is, and the ways from there. The messenger goes by it alone; the other screens have the router on top. */
export interface Address {
  history: RouterHistory
  /** Fetches a screen that is about to be opened. Where it does not come, opening it tries again. */
  fetchAhead(path: string): void
}

export const AddressContext = createContext<Address | null>(null)

export function useAddress(): Address {
  const address = useContext(AddressContext)
  if (!address) throw new Error('no address here')
  return address
}

/**
 * What `read` makes of the address, drawn anew when that changes: as a transition, so that a key press needn't wait for another
 * screen. Give a `read` that stays the same. `history.location` is ahead of it for a moment.
 */
export function useLocation<T extends string | boolean | undefined>(
  read: (location: HistoryLocation) => T,
): T {
  const { history } = useAddress()
  const [value, setValue] = useState(() => read(history.location))
  useEffect(() => {
    const look = () => startTransition(() => setValue(read(history.location)))
    // It may have changed since it was drawn.
    look()
    return history.subscribe(look)
  }, [history, read])
  return value
}

/** Goes to an address of the console; what is unsaved asks. To be where one is already is no step for Back. */
export function goTo(history: RouterHistory, href: string, { replace = false } = {}): void {
  if (history.location.href === href) return
  if (replace) history.replace(href)
  else history.push(href)
}
