import { createContext, useContext } from 'react'
import { createStore, type Store } from './store.ts'
import { useStore } from './use-store.ts'

export const ProgressContext = createContext<Store<ReadonlyMap<string, number>>>(createStore(new Map()))

/** How much of an upload has gone out, 0 to 1; undefined where nothing has been heard of it. */
export function useProgress(operationId: string): number | undefined {
  return useStore(useContext(ProgressContext)).get(operationId)
}
