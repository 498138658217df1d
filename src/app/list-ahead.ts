import type { RouterHistory } from '@tanstack/react-router'
import type { Workspace } from '#src/db/workspace.ts'
import {
  describeMessengerAddress,
  isMessenger,
  readChatId,
  readMessengerSearch,
} from '#src/features/messenger/search.ts'
import { goTo } from '#src/lib/address.ts'
import { logger } from '#src/lib/logger.ts'
import { parseSearch } from '#src/lib/parse-search.ts'
import { within } from '#src/lib/within.ts'
import type { AskedList } from '#src/sync/first-list.ts'
import { DESKTOP_MEDIA } from '#src/ui/media.ts'
import { hasList } from './after-rows.ts'
import { readRowsEarly } from './start/read-rows-early.ts'

/** A list that has not come by then comes over a long way: what is drawn without rows is there sooner. */
const ANSWER_MS = 50
/** From its answer until it is stored and read, with the words of its first chat. */
const READY_MS = 400

/** What a sign-in has asked for as soon as it had a token, from then until the console is drawn. */
export interface ListAhead extends AskedList {
  token: string
  /**
   * Settles when the console may be drawn: with its rows and the words beside them in one drawing where they are as good as
   * there, and at once where they are not. An address that names no chat has the one by then that opens by itself
   * (specification section 2).
   */
  waitUntilDrawable(workspace: Workspace): Promise<void>
}

/** `fetchColumns` fetches what draws the words. */
export function createListAhead(
  token: string,
  list: AskedList['list'],
  history: RouterHistory,
  fetchColumns: () => Promise<unknown>,
): ListAhead {
  let noteStored: () => void = () => undefined
  const stored = new Promise<void>((resolve) => (noteStored = resolve))
  let isOver = false

  async function prepare(workspace: Workspace): Promise<void> {
    await stored
    const newest = await readRowsEarly(workspace)
    if (newest === null || !window.matchMedia(DESKTOP_MEDIA).matches) return
    const { readThreadAhead } = await import('#src/db/thread-ahead.ts')
    await Promise.all([readThreadAhead(workspace, newest), fetchColumns()])
    const { location } = history
    // Once the console is drawn it opens the chat by itself, and knows what its person has chosen meanwhile.
    if (isOver || !isMessenger(location) || readChatId(location) !== undefined) return
    const search = readMessengerSearch(parseSearch(location.search))
    goTo(history, describeMessengerAddress(newest, search), { replace: true })
  }

  return {
    token,
    list,
    noteStored,
    async waitUntilDrawable(workspace) {
      if (!hasList()) return
      try {
        await within(ANSWER_MS, list.chats)
        await within(READY_MS, prepare(workspace))
      } catch (error) {
        logger.info('the console is drawn before its rows are there', { error: String(error) })
      } finally {
        isOver = true
      }
    },
  }
}
