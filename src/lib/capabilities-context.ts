import { createContext, useContext } from 'react'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { createStore, type Store } from './store.ts'
import { useStore } from './use-store.ts'

export const CapabilitiesContext = createContext<Store<Capabilities>>(createStore(NO_CAPABILITIES))

/** What the environment announced beyond the specification (CONTRACT section 2). */
export function useCapabilities(): Capabilities {
  return useStore(useContext(CapabilitiesContext))
}
