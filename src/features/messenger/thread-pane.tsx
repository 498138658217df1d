import { useCallback, useEffect, useState } from 'react'
import { openChat } from '#src/actions/open-chat.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { logger } from '#src/lib/logger.ts'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import type { MessengerSearch } from './search.ts'
import { TakeOverPanel } from './take-over-panel.tsx'
import { ThreadHeader } from './thread-header.tsx'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useChatThread } from './use-chat-thread.ts'

/** Messages that are drawn at first and added at each scroll to the top. */
const PAGE = 60

/** The messenger's middle column: one chat. Give it the chat's id as key, so that nothing of another chat remains. */
export function ThreadPane({ chatId, search }: { chatId: string; search: MessengerSearch }) {
  const workspace = useWorkspace()
  const [limit, setLimit] = useState(PAGE)
  const reading = useChatThread(chatId, limit)
  const readWith = reading?.limit ?? PAGE
  // From what is on screen, so that several scroll events ask for one page.
  const readMore = useCallback(() => setLimit(readWith + PAGE), [readWith])

  useEffect(() => {
    openChat(workspace, chatId, Date.now()).catch((error: unknown) =>
      logger.warn('a chat could not be opened', { error }),
    )
  }, [workspace, chatId])

  if (!reading) return <ThreadSkeleton />
  const { chat } = reading
  const isMine = chat !== null && isHeldBy(chat.user, workspace.user)
  return (
    <section className={styles.thread} aria-label={chat?.displayName ?? 'Conversation'}>
      <ThreadHeader chatId={chatId} reading={reading} search={search} isMine={isMine} />
      <MessageLog chatId={chatId} reading={reading} onMore={readMore} />
      {isMine && <Composer chatId={chatId} />}
      {chat !== null && !isMine && <TakeOverPanel chatId={chatId} chat={chat} />}
      {chat === null && <div />}
    </section>
  )
}
