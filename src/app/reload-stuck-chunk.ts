import { logger } from '#src/lib/logger.ts'
import { noteReload } from '#src/lib/note-reload.ts'
import { readWebStorage } from './storage.ts'

/** When this tab last did so, ms; in the tab's own storage. */
const RELOADED_KEY = 'bellhop:reloaded-stuck-chunk'
/** A part that is still missing after that is not the browser's memory of a failure. */
const AGAIN_AFTER_MS = 5 * 60_000

/**
 * Reloads a page whose browser keeps a part of the app as failed for as long as the document lives, as Chromium 150 does:
 * asking again never reaches the line. Not without one (`isHostThere`), not over somebody's typing, and not twice in five
 * minutes. Drafts and what is unsent are stored.
 */
export async function reloadStuckChunk(isHostThere: () => Promise<boolean>, now: number): Promise<void> {
  if (isTyping() || !(await isHostThere()) || isTyping()) return
  const tab = readWebStorage('sessionStorage')
  if (!noteReload(tab, { key: RELOADED_KEY, againMs: AGAIN_AFTER_MS, now })) return
  logger.warn('the page reloads, because a part of the app stays away')
  window.location.reload()
}

function isTyping(): boolean {
  const field = document.activeElement
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}
