import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { openChat } from '#src/actions/open-chat.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { logger } from '#src/lib/logger.ts'
import { Composer } from '../composer/composer.tsx'
import { DropZone } from '../composer/drop-zone.tsx'
import { MessageLog } from './message-log.tsx'
import type { MessengerSearch } from '../search.ts'
import { TakeOverPanel } from '../composer/take-over-panel.tsx'
import { ThreadHeader } from './thread-header.tsx'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useFreshGuestCard } from '../guest/use-guest-card.ts'
import { useWriteAgain } from './use-write-again.ts'
import { useThreadWindow } from './use-thread-window.ts'

/** The messenger's middle column: one chat. Give it the chat's id as key, so that nothing of another chat remains. */
export function ThreadPane({ chatId, search }: { chatId: string; search: MessengerSearch }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const thread = useThreadWindow(chatId, search.message)
  const { showNewest } = thread
  const writeAgain = useWriteAgain(chatId)
  useFreshGuestCard(chatId, thread.reading?.serverChat ?? null)

  useEffect(() => {
    openChat(workspace, chatId, Date.now()).catch((error: unknown) =>
      logger.warn('a chat could not be opened', { error }),
    )
  }, [workspace, chatId])

  // The message that was looked for is left behind: its address would lead back to it at the next start.
  const goToNewest = useCallback(() => {
    showNewest()
    if (search.message === undefined) return
    void navigate({
      to: '/messenger/$chatId',
      params: { chatId },
      search: { ...search, message: undefined },
      replace: true,
    })
  }, [showNewest, navigate, chatId, search])

  const { reading } = thread
  if (!reading) return <ThreadSkeleton />
  const { chat } = reading
  const isMine = chat !== null && isHeldBy(chat.user, workspace.user)
  return (
    <DropZone chatId={chatId} isMine={isMine}>
      <section className={styles.thread} aria-label={chat ? nameGuest(chat) : 'Conversation'}>
        <ThreadHeader chatId={chatId} reading={reading} search={search} isMine={isMine} />
        <MessageLog
          chatId={chatId}
          reading={reading}
          target={thread.target}
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
