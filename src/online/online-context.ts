import { createContext, useContext } from 'react'
import type { ApiSession } from '#src/api/http.ts'

/** What lists that only exist online need of the app. */
export interface Online {
  /** The session that a call is made under now. Throws SessionEndedError. */
  openSession(): Promise<ApiSession>
  /** Has the engine read what changed now: what was done beside it is to be seen at once. */
  syncNow(): void
}

export const OnlineContext = createContext<Online | null>(null)

/** Throws outside of the screens that the app draws with it. */
export function useOnline(): Online {
  const online = useContext(OnlineContext)
  if (!online) throw new Error('no online context: this screen is drawn outside of it')
  return online
}
