import { isInField, isOverlayOpen } from './keys.ts'

/** Who has just typed is not done yet. */
const PAUSE_MS = 5_000
const LOOK_EVERY_MS = 1_000

/** Whether nobody is in the middle of something: no dialog, no begun text under the cursor, nothing typed just now. */
function isQuiet(page: Document, typedAt: number, now: number): boolean {
  if (page.visibilityState !== 'visible' || isOverlayOpen() || now - typedAt < PAUSE_MS) return false
  const { activeElement } = page
  if (!isInField(activeElement)) return true
  return activeElement !== null && 'value' in activeElement && activeElement.value === ''
}

/** Calls back at the first quiet moment. Returns how to stop waiting for it. */
export function onQuietMoment(callback: () => void, page: Document = document): () => void {
  let typedAt = -Infinity
  const note = () => {
    typedAt = Date.now()
  }
  const stop = () => {
    page.removeEventListener('input', note, true)
    clearInterval(timer)
  }
  const look = () => {
    if (!isQuiet(page, typedAt, Date.now())) return
    stop()
    callback()
  }
  page.addEventListener('input', note, true)
  const timer = setInterval(look, LOOK_EVERY_MS)
  return stop
}
