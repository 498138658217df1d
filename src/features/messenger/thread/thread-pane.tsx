import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { openChat } from '#src/actions/open-chat.ts'
import { waitUntilStored } from '#src/db/stored-behind.ts'
import type { ThreadReading } from '#src/db/thread.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { goTo, useAddress } from '#src/lib/address.ts'
import { logger } from '#src/lib/logger.ts'
import { waitForFrame } from '#src/lib/turns.ts'
import { Composer } from '../composer/composer.tsx'
import { DropZone } from '../composer/drop-zone.tsx'
import { MessageLog } from './message-log.tsx'
import { describeMessengerAddress, readChatId, type MessengerSearch } from '../search.ts'
import { TakeOverPanel } from '../composer/take-over-panel.tsx'
import { listenForLetters } from '../composer/use-typed-ahead.ts'
import { ThreadHeader } from './thread-header.tsx'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useFreshGuestCard } from '../guest/use-guest-card.ts'
import { useClicksHere } from '../use-is-here.ts'
import { useWriteAgain } from './use-write-again.ts'
import { useThreadWindow } from './use-thread-window.ts'

/** What an opened chat needs besides its words comes after them, or after this long where they are still being looked for, ms. */
const WORDS_FIRST_MS = 300

interface ThreadPaneProps {
  chatId: string
  search: MessengerSearch
  /** The words are on the screen, or take longer: what else belongs to this chat may be read. */
  onSettled(chatId: string): void
}

/** The messenger's middle column: one chat. Give it the chat's id as key, so that nothing of another chat remains. */
export function ThreadPane({ chatId, search, onSettled }: ThreadPaneProps) {
  const workspace = useWorkspace()
  const { history } = useAddress()
  const thread = useThreadWindow(chatId, search.message)
  const { showNewest } = thread
  const writeAgain = useWriteAgain(chatId)
  const onClick = useClicksHere(chatId)
  useFreshGuestCard(chatId, thread.reading?.serverChat ?? null)

  const [drawnAt] = useState(() => Date.now())
  const [hasFailed, setFailed] = useState(false)
  const settle = useCallback(() => {
    onSettled(chatId)
    openChat(workspace, chatId, Date.now()).catch((error: unknown) => {
      logger.warn('a chat could not be opened', { error })
      setFailed(true)
    })
  }, [workspace, chatId, onSettled])
  useAfterWords(workspace, thread.reading, settle)

  // The message that was looked for is left behind: its address would lead back to it at the next start.
  const goToNewest = useCallback(() => {
    showNewest()
    // Whoever has gone on to another chat or screen stays there.
    if (search.message === undefined || readChatId(history.location) !== chatId) return
    goTo(history, describeMessengerAddress(chatId, { ...search, message: undefined }), { replace: true })
  }, [showNewest, history, chatId, search])

  const { reading } = thread
  if (!reading) return <ThreadBeingRead chatId={chatId} />
  const { chat } = reading
  const isMine = chat !== null && isHeldBy(chat.user, workspace.user)
  return (
    <DropZone chatId={chatId} isMine={isMine}>
      <section
        className={styles.thread}
        aria-label={chat ? nameGuest(chat) : 'Conversation'}
        onClickCapture={onClick}
      >
        <ThreadHeader chatId={chatId} reading={reading} search={search} isMine={isMine} />
        <MessageLog
          chatId={chatId}
          reading={reading}
          target={thread.target}
          isAsked={hasFailed || reading.thread.openedAt >= drawnAt}
          onWriteAgain={isMine ? writeAgain.take : undefined}
          showOlder={thread.showOlder}
          showNewer={thread.showNewer}
          showNewest={goToNewest}
        />
        {isMine && <Composer chatId={chatId} chat={chat} writeAgain={writeAgain} />}
        {chat !== null && !isMine && <TakeOverPanel chatId={chatId} chat={chat} />}
        {chat === null && <div />}
      </section>
    </DropZone>
  )
}

function ThreadBeingRead({ chatId }: { chatId: string }) {
  const workspace = useWorkspace()
  useLayoutEffect(() => listenForLetters(workspace, chatId), [workspace, chatId])
  return <ThreadSkeleton />
}

/**
 * Acts once. A dozen readings and a write stood before the thread's own and made its reader wait for them; where the device
 * has no words of this chat, they are what is asked for by that.
 */
function useAfterWords(workspace: Workspace, reading: ThreadReading | undefined, act: () => void): void {
  const isDone = useRef(false)
  const words = reading === undefined ? 'sought' : reading.entries.length > 0 ? 'shown' : 'missing'
  useEffect(() => {
    if (isDone.current) return undefined
    let isGone = false
    const actOnce = () => {
      if (isDone.current || isGone) return
      isDone.current = true
      act()
    }
    const timer = words === 'sought' ? setTimeout(actOnce, WORDS_FIRST_MS) : undefined
    if (words === 'shown') {
      void waitForFrame()
        .then(() => waitUntilStored(workspace))
        .then(actOnce)
    }
    if (words === 'missing') actOnce()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [workspace, words, act])
}
