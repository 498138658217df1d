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
import { hasList, waitForRows, waitForWords } from './after-rows.ts'
import { readRowsEarly } from './start/read-rows-early.ts'

/** A list that has not come by then comes over a long way: what is drawn without rows is there sooner. */
const ANSWER_MS = 50
/** From its answer until it can be drawn, and from then until it is, with the words of its first chat. */
const READY_MS = 400
/** What is drawn is not in the databases yet, and is not read there before: at most for so long. */
const STORED_MS = 5_000

type AnsweredChats = Awaited<AskedList['list']['chats']>

/** What a sign-in has asked for as soon as it had a token, from then until the console is drawn. */
export interface ListAhead extends AskedList {
  token: string
  /**
   * Settles when the console may be drawn: with its rows, as they were answered, where they are as good as there, and at once
   * where they are not. The words beside them follow as they come. An address that names no chat has the one by then that opens
   * by itself (specification section 2).
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
  const stored = createMoment()
  const drawn = createMoment()
  // It comes with what draws the words, which is mostly here since somebody typed; whoever needs it meets what fails.
  import('#src/db/answered.ts').catch(() => undefined)
  let isOver = false
  /** Settles when what was answered is on the screen; nothing of it is going to be, as yet. */
  let waitUntilShown = () => Promise.resolve()

  /** What somebody has left on this device belongs on the list too, and is laid over it when it is read from there. */
  async function prepareStored(workspace: Workspace): Promise<void> {
    drawn.note()
    await stored.whenThere
    const newest = await readRowsEarly(workspace)
    if (newest !== null && isDesktop()) {
      const { readThreadAhead } = await import('#src/db/thread-ahead.ts')
      await Promise.all([readThreadAhead(workspace, newest), fetchColumns()])
      open(newest)
    }
  }

  async function prepareAnswered(workspace: Workspace, chats: AnsweredChats): Promise<void> {
    const answered = await import('#src/db/answered.ts')
    workspace.storedBehind = stored.whenThere.then(() => (workspace.storedBehind = undefined))
    // Where another tab leads it stores the list that it asked for itself.
    void drawn.whenThere.then(() => answered.waitUntilListed(workspace)).then(stored.note)
    const newest = await readRowsEarly(workspace, (_, query, offset, limit) =>
      Promise.resolve(answered.readAnsweredList(chats, query, offset, limit)),
    )
    const chat = chats.find(({ id }) => id === newest)
    if (!chat) return
    waitUntilShown = waitForRows
    if (!isDesktop()) return
    // The words that were asked for are those of the first chat that was answered.
    const areWordsAsked = chat === chats[0]
    if (areWordsAsked) answered.expectAnsweredThread(workspace, chat, list.words)
    await Promise.all([fetchColumns(), within(ANSWER_MS, list.words).catch(() => null)])
    open(chat.id)
    // Any other chat's are fetched once all of this is stored.
    if (areWordsAsked && readChatId(history.location) === chat.id) waitUntilShown = waitForWords
  }

  function open(chatId: string): void {
    const { location } = history
    // Once the console is drawn it opens the chat by itself, and knows what its person has chosen meanwhile.
    if (isOver || !isMessenger(location) || readChatId(location) !== undefined) return
    const search = readMessengerSearch(parseSearch(location.search))
    goTo(history, describeMessengerAddress(chatId, search), { replace: true })
  }

  return {
    token,
    list,
    noteStored: stored.note,
    mayStore: drawn.whenThere,
    async waitUntilDrawable(workspace) {
      setTimeout(stored.note, STORED_MS)
      try {
        if (!hasList()) return
        const chats = await within(ANSWER_MS, list.chats)
        await within(
          READY_MS,
          wasEmpty(workspace) ? prepareAnswered(workspace, chats) : prepareStored(workspace),
        )
      } catch (error) {
        logger.info('the console is drawn before its rows are there', { error: String(error) })
      } finally {
        isOver = true
        within(READY_MS, waitUntilShown()).then(drawn.note, drawn.note)
      }
    },
  }
}

/** Until it was opened nothing of this person was on the device. */
function wasEmpty({ mirror, outbox }: Workspace): boolean {
  return mirror.wasMade && outbox.wasMade
}

function isDesktop(): boolean {
  return window.matchMedia(DESKTOP_MEDIA).matches
}

/** Something that comes once. */
function createMoment(): { whenThere: Promise<void>; note(): void } {
  let note: () => void = () => undefined
  const whenThere = new Promise<void>((resolve) => (note = resolve))
  return { whenThere, note }
}
