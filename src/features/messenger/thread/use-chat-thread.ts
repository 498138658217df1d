import { useMemo } from 'react'
import { describeThreadQuery, THREADS_AHEAD } from '#src/db/thread-ahead.ts'
import { mergeJustQueued, readJustQueued } from '#src/db/just-queued.ts'
import type { ThreadReading, ThreadWindow } from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useStore } from '#src/lib/use-store.ts'

/** A window of a chat's messages, at the end with what waits to be sent, live. */
export function useChatThread(chatId: string, { limit, until }: ThreadWindow): ThreadReading | undefined {
  const workspace = useWorkspace()
  const { key, read } = describeThreadQuery(workspace, chatId, { limit, until })
  const reading = useLive(workspace, key, read, { keepsPrevious: true, ahead: THREADS_AHEAD })
  const thread = reading?.chatId === chatId ? reading.thread : undefined
  const queued = useStore(readJustQueued(workspace))
  return useMemo(() => thread && mergeJustQueued(thread, chatId, queued), [thread, chatId, queued])
}
