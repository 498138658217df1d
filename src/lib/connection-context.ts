import { createContext, useContext } from 'react'
import { createConnectionStore, type ConnectionStatus, type ConnectionStore } from './connection.ts'
import { useStore } from './use-store.ts'

export const ConnectionContext = createContext<ConnectionStore>(createConnectionStore(0))

/** What real traffic says of the line (DESIGN section 5). */
export function useConnection(): ConnectionStatus {
  return useStore(useContext(ConnectionContext))
}
