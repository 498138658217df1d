import { fetchEnvironments } from '#src/api/environments.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { logger } from '#src/lib/logger.ts'
import { readWebStorage } from './storage.ts'

/** When this tab last did so, ms; in the tab's own storage. */
const STARTED_KEY = 'bellhop:started-anew'
/** A part that is still missing after that is not the browser's memory of a failure. */
const AGAIN_AFTER_MS = 5 * 60_000

/**
 * Reloads a page whose browser keeps a part of the app as failed for as long as the document lives, as Chromium 150
 * does: asking again never reaches the line. Not without one (`page` is this page's own host, and
 * no login page is in its way), not over somebody's typing, and not twice in five minutes. Drafts and what is unsent are
 * stored.
 */
export async function startAnew(page: ApiTarget, now: number): Promise<void> {
  const tab = readWebStorage('sessionStorage')
  if (!tab || now - Number(tab.getItem(STARTED_KEY) ?? 0) < AGAIN_AFTER_MS || isTyping()) return
  try {
    await fetchEnvironments(page)
    tab.setItem(STARTED_KEY, String(now))
  } catch {
    return
  }
  logger.warn('the page starts anew, because a part of the app stays away')
  window.location.reload()
}

function isTyping(): boolean {
  const field = document.activeElement
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}
