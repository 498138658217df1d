import { createContext } from 'react'
import { createStore, type Store } from './store.ts'

/**
 * Whether sounds are on in this browser, for those who play them: on by default (specification section 3). The app
 * provides the stored choice and keeps it the same in every tab.
 */
export const SoundContext = createContext<Store<boolean>>(createStore(true))
