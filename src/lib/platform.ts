/** Whether Bellhop runs from its own icon, without the browser's bars. */
export function isStandalone(page: Window = window): boolean {
  const STANDALONE =
    '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'
  if (page.matchMedia(STANDALONE).matches) return true
  // iPhones say it in a word of their own.
  return 'standalone' in page.navigator && page.navigator.standalone === true
}
