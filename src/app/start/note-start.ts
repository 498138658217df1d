import type { ListPlace } from '#src/actions/start-note.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { logger } from '#src/lib/logger.ts'
import { LIST_ATTRIBUTE } from '#src/lib/start-layer.ts'
import { waitForRows } from '../after-rows.ts'

/** What comes by itself after the first rows, for example a banner above them, is there by then. */
const SETTLED_MS = 3_000

/**
 * Notes for the next start where the list stands and whose it is (W6): once it is there, and each time the window is left,
 * because that may be the last that is heard of it. Returns how to stop.
 */
export function noteStart(sessionDb: SessionDatabase, origin: string): () => void {
  const note = () => {
    const place = readPlace()
    if (!place) return
    import('#src/actions/start-note.ts')
      .then(({ storeStartNote }) => storeStartNote(sessionDb, origin, place))
      .catch((error: unknown) => logger.warn('the start can’t be prepared', { error: String(error) }))
  }
  const noteWhenLeft = () => (document.visibilityState === 'hidden' ? note() : undefined)
  let timer: number | undefined
  let isStopped = false
  void waitForRows().then(() => {
    if (isStopped) return
    timer = window.setTimeout(note, SETTLED_MS)
    document.addEventListener('visibilitychange', noteWhenLeft)
  })
  return () => {
    isStopped = true
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', noteWhenLeft)
  }
}

/** Where the list stands; null where none is on the screen. */
function readPlace(): ListPlace | null {
  const { top, left, width, bottom, height } =
    document.querySelector(`[${LIST_ATTRIBUTE}]`)?.getBoundingClientRect() ?? new DOMRect()
  if (width === 0) return null
  return { windowWidth: window.innerWidth, top, left, width, bottom: window.innerHeight - bottom, height }
}
