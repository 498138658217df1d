import { useMemo } from 'react'
import { describeThreadQuery, THREADS_AHEAD } from '#src/db/thread-ahead.ts'
import { mergeJustQueued, readJustQueued } from '#src/db/just-queued.ts'
import { NEWEST_WINDOW, type ThreadReading, type ThreadWindow } from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useStore } from '#src/lib/use-store.ts'

/** A window of a chat's messages, at the end with what waits to be sent, live. */
export function useChatThread(chatId: string, { limit, until }: ThreadWindow): ThreadReading | undefined {
  const workspace = useWorkspace()
  const { key, read } = describeThreadQuery(workspace, chatId, { limit, until })
  // Whoever comes back to a chat comes to its end.
  const ahead = limit === NEWEST_WINDOW.limit && until === NEWEST_WINDOW.until ? THREADS_AHEAD : undefined
  const reading = useLive(workspace, key, read, { keepsPrevious: true, ...(ahead && { ahead }) })
  const thread = reading?.chatId === chatId ? reading.thread : undefined
  const queued = useStore(readJustQueued(workspace))
  return useMemo(() => thread && mergeJustQueued(thread, chatId, queued), [thread, chatId, queued])
}
