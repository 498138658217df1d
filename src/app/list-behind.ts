import type { RouterHistory } from '@tanstack/react-router'
import { readChatId } from '#src/features/messenger/search.ts'

/** How a part of the list is chosen, in the addresses of chats and of the list. */
const LIST_FILTERS = ['chatFilter', 'chatType']

/**
 * Puts the list behind a chat that a start begins at, so that Back leads there and not out of the console. `length`: how many
 * entries the tab has had: with more than one, also after a reload, there is something behind already.
 */
export function putListBehind(history: RouterHistory, length: number): void {
  const { search, href } = history.location
  if (length > 1 || readChatId(history.location) === undefined) return
  const given = new URLSearchParams(search)
  const kept = LIST_FILTERS.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  const filters = new URLSearchParams(kept).toString()
  // Nothing is drawn yet that could ask. Entries that are not written one by one become one.
  const now = { ignoreBlocker: true }
  history.replace(filters === '' ? '/messenger' : `/messenger?${filters}`, {}, now)
  history.flush()
  history.push(href, {}, now)
  history.flush()
}
