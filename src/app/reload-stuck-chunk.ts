import { logger } from '#src/lib/logger.ts'
import { noteReload } from '#src/lib/note-reload.ts'
import { createStore } from '#src/lib/store.ts'
import { unsavedForm } from '#src/lib/unsaved-form.ts'
import { readWebStorage } from './storage.ts'

/** When this tab last did so, ms; in the tab's own storage. */
const RELOADED_KEY = 'bellhop:reloaded-stuck-chunk'
/** A part that is still missing after that is not the browser's memory of a failure. */
const AGAIN_AFTER_MS = 5 * 60_000

/** Whether only a reload brings what is missing, and it is the person's to say when. */
export const reloadNeeded = createStore(false)

/**
 * Reloads a page whose browser keeps a part of the app as failed for as long as the document lives, as Chromium 150 does:
 * asking again never reaches the line, or whose build is so old that nobody has its parts any more. Not without a line
 * (`isHostThere`) and not twice in five minutes. Over somebody's typing or an unsaved form it is only said (`reloadNeeded`).
 * Drafts and what is unsent are stored.
 */
export async function reloadStuckChunk(isHostThere: () => Promise<boolean>, now: number): Promise<void> {
  if (!(await isHostThere())) return
  if (isTyping() || unsavedForm.get()) return reloadNeeded.set(true)
  const tab = readWebStorage('sessionStorage')
  if (!noteReload(tab, { key: RELOADED_KEY, againMs: AGAIN_AFTER_MS, now })) return
  logger.warn('a part of the app is not there')
  window.location.reload()
}

function isTyping(): boolean {
  const field = document.activeElement
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}
