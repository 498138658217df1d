import { createStore, type Store } from './store.ts'
import { useStore } from './use-store.ts'

/** What Chromium tells of the line; absent elsewhere, where it is taken as good until calls show otherwise. */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
  addEventListener?(type: 'change', listener: () => void): void
}

/** Whether the line is cheap and quick enough to fetch what nobody has asked for (I7), as the browser and our calls say. */
export interface GoodLine extends Pick<Store<boolean>, 'get' | 'subscribe'> {
  /** What the calls of the engine show, in whichever tab it runs. */
  noteSlow(isSlow: boolean): void
}

export function createGoodLine(network: NetworkInformation | null): GoodLine {
  let isSlow = false
  const evaluate = () => !isSlow && isWelcome(network)
  const store = createStore(evaluate())
  network?.addEventListener?.('change', () => store.set(evaluate()))
  return {
    get: store.get,
    subscribe: store.subscribe,
    noteSlow(next) {
      isSlow = next
      store.set(evaluate())
    },
  }
}

/** No wish to save data, no line that the browser calls slow. */
function isWelcome(network: NetworkInformation | null): boolean {
  return network?.saveData !== true && !/2g$/.test(network?.effectiveType ?? '')
}

/** What the browser tells of the line; null where it tells nothing. */
export function readNetwork(): NetworkInformation | null {
  const from: object = globalThis.navigator ?? {}
  return hasNetworkInformation(from) ? from.connection : null
}

function hasNetworkInformation(from: object): from is { connection: NetworkInformation } {
  return 'connection' in from && typeof from.connection === 'object' && from.connection !== null
}

/** This tab's line. */
export const goodLine = createGoodLine(readNetwork())

export function useGoodLine(): boolean {
  return useStore(goodLine)
}
