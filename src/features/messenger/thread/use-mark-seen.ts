import { useEffect, useState } from 'react'
import { markSeen } from '#src/actions/open-chat.ts'
import type { ThreadReading } from '#src/db/thread.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'

/** Marks a chat read while its newest message is on a screen that someone can see. */
export function useMarkSeen(chatId: string, reading: ThreadReading, isAtEnd: boolean): void {
  const workspace = useWorkspace()
  const isVisible = useIsVisible()
  const newest = reading.entries.findLast((entry) => entry.type === 'message')
  const newestAt = newest?.type === 'message' ? newest.message.createdAt : ''
  // Where nothing is being fetched, what the chat row says of the guest's last message is on screen too.
  const saidAt = reading.fetchRequests.thread ? '' : (reading.serverChat?.lastUserMessageDate ?? '')
  const seenAt = newestAt !== '' && saidAt > newestAt ? saidAt : newestAt
  useEffect(() => {
    if (!isVisible || !isAtEnd || seenAt === '') return
    markSeen(workspace, chatId, seenAt).catch((error: unknown) =>
      logger.warn('a chat could not be marked as read', { error }),
    )
  }, [workspace, chatId, seenAt, isVisible, isAtEnd])
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
