/** The worker's own global, typed: the DOM's `self` knows nothing of precaches and clients. */
declare global {
  interface ServiceWorkerGlobalScope {
    __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  }
}

declare const self: ServiceWorkerGlobalScope

export const worker = self
