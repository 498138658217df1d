import { useEffect, useState } from 'react'
import { readSeen } from '#src/db/outbox/seen.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'

/**
 * Until when the chat had been read when this person came to it, or back to this window: what is newer is new to them.
 * '' where it was never read, null until that is known.
 */
export function useNewFrom(chatId: string): string | null {
  const { outbox } = useWorkspace()
  const [seenAt, setSeenAt] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    // Asked before the mark that what is now on screen was seen: reads and writes of a store keep their order.
    const look = () => {
      if (document.visibilityState !== 'visible') return
      readSeen(outbox, [chatId]).then(
        (seen) => (isGone ? undefined : setSeenAt(seen.get(chatId) ?? '')),
        (error: unknown) => logger.warn('what was read could not be looked up', { error }),
      )
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', look)
    }
  }, [outbox, chatId])
  return seenAt
}
