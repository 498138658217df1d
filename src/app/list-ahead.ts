import type { FirstList } from '#src/api/first-list.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { preloadColumns } from '#src/features/messenger/messenger-page.tsx'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'
import { DESKTOP_MEDIA } from '#src/ui/media.ts'
import { hasList } from './after-rows.ts'
import { readRowsEarly } from './start/read-rows-early.ts'

/** A list that has not come by then comes over a long way: what is drawn without rows is there sooner. */
const ANSWER_MS = 50
/** From its answer until it is stored, with the words of its first chat. */
const STORED_MS = 400

/** What a sign-in has asked for as soon as it had a token, from then until the console is drawn first. */
export interface ListAhead {
  token: string
  list: FirstList
  /** The engine has stored it, or could not. */
  noteStored(): void
  /**
   * Settles when the console may be drawn: with its rows and the words beside them in one drawing where they are as good as
   * there, and at once where they are not. The chat that opens by itself (specification section 2), or null.
   */
  waitUntilDrawable(workspace: Workspace): Promise<string | null>
}

export function createListAhead(token: string, list: FirstList): ListAhead {
  let noteStored: () => void = () => undefined
  const stored = new Promise<void>((resolve) => (noteStored = resolve))

  async function prepare(workspace: Workspace): Promise<string | null> {
    if (!hasList()) return null
    await within(ANSWER_MS, list.chats)
    await within(STORED_MS, stored)
    const newest = await readRowsEarly(workspace)
    if (newest === null || !window.matchMedia(DESKTOP_MEDIA).matches) return null
    const { readThreadAhead } = await import('#src/db/thread-ahead.ts')
    await Promise.all([readThreadAhead(workspace, newest), preloadColumns()])
    return newest
  }

  return {
    token,
    list,
    noteStored,
    waitUntilDrawable: (workspace) =>
      prepare(workspace).catch((error: unknown) => {
        logger.info('the console is drawn before its rows are there', { error: String(error) })
        return null
      }),
  }
}
