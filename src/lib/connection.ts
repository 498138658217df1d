import { createStore, type Store } from './store.ts'

/**
 * What real traffic says of the line (DESIGN section 5); `navigator.onLine` lies in hotels.
 * `since` is ms of the device's clock.
 */
export type ConnectionStatus =
  | { kind: 'live'; since: number }
  | { kind: 'connecting'; since: number }
  | { kind: 'offline'; since: number }
  /** Something answered in the environment's place with a page of its own. */
  | { kind: 'captive-portal'; since: number }
  | { kind: 'signed-out'; since: number }

export type ConnectionStore = Store<ConnectionStatus>

export function createConnectionStore(now: number): ConnectionStore {
  return createStore<ConnectionStatus>({ kind: 'connecting', since: now })
}
