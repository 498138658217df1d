/** Calls back when a person or the line comes back: `online`, visible again, thawed (O3, I3, D8). Returns how to stop. */
export function onReturn(listener: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener)
  window.addEventListener('pageshow', listener)
  document.addEventListener('resume', listener)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('pageshow', listener)
    document.removeEventListener('resume', listener)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** What Chromium tells of the line; absent elsewhere, where it is taken as good. */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Whether fetching ahead is welcome: no save-data, no slow line (I7). */
export function isGoodLine(): boolean {
  if (!hasNetworkInformation(navigator)) return true
  const { saveData, effectiveType } = navigator.connection
  return saveData !== true && !/2g$/.test(effectiveType ?? '')
}

function hasNetworkInformation(from: object): from is { connection: NetworkInformation } {
  return 'connection' in from && typeof from.connection === 'object' && from.connection !== null
}
