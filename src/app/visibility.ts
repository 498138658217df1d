export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls back when this page becomes visible or hidden, for good too. Returns how to stop. */
export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Calls back when a person or the line comes back: `online`, visible again, thawed (O3, I3, D8). Returns how to stop. */
export function onReturn(listener: () => void): () => void {
  const onVisible = () => (isVisible() ? listener() : undefined)
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
