import { createContext } from 'react'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { createStore, type Store } from './store.ts'

/** What the environment announced beyond the specification (CONTRACT section 2), read when something is decided. */
export const CapabilitiesContext = createContext<Store<Capabilities>>(createStore(NO_CAPABILITIES))
