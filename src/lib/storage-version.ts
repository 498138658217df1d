import { noteReload } from './note-reload.ts'

/** Specification section 9. */
const STORAGE_VERSION = '0.5'
const VERSION_KEY = 'storageVersion'
export const RELOAD_DELAY_MS = 1_000

/** When this tab last reloaded for the version, ms; in the tab's own storage. */
const RELOADED_KEY = 'bellhop:storage-reloaded'
/** A tab that reloaded so lately and differs again is in a fight with a page of another version: it goes on instead. */
const RELOAD_AGAIN_MS = 60_000

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'clear'>
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Local storage of another version is cleared, and the page is to be reloaded (specification section 4); an absent version
 * is written without a reload (CONTRACT section 5). Drafts, the outbox and settings are in IndexedDB and stay.
 *
 * `reload` is answered only where the next start will find the right version, so that no reload follows another: not
 * where either storage refuses, and not twice in a minute. `now` in ms.
 */
export function checkStorageVersion(
  local: Kept | null,
  tab: TabStorage | null,
  now: number,
): 'fine' | 'reload' {
  try {
    const stored = local?.getItem(VERSION_KEY)
    if (!local || stored === STORAGE_VERSION) return 'fine'
    if (stored !== null) local.clear()
    local.setItem(VERSION_KEY, STORAGE_VERSION)
    const isReloading = stored !== null && local.getItem(VERSION_KEY) === STORAGE_VERSION
    return isReloading && noteReload(tab, { key: RELOADED_KEY, againMs: RELOAD_AGAIN_MS, now })
      ? 'reload'
      : 'fine'
  } catch {
    return 'fine'
  }
}
