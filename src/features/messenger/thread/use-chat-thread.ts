import { useMemo } from 'react'
import { mergeJustQueued, readJustQueued } from '#src/db/just-queued.ts'
import { readThread, type ThreadReading, type ThreadWindow } from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useStore } from '#src/lib/use-store.ts'

/** A window of a chat's messages, at the end with what waits to be sent, live. */
export function useChatThread(chatId: string, { limit, until }: ThreadWindow): ThreadReading | undefined {
  const workspace = useWorkspace()
  const reading = useLive(
    workspace,
    `thread:${chatId}:${limit}:${until}`,
    async () => ({ chatId, thread: await readThread(workspace, chatId, limit, until) }),
    { keepsPrevious: true },
  )
  const thread = reading?.chatId === chatId ? reading.thread : undefined
  const queued = useStore(readJustQueued(workspace))
  return useMemo(() => thread && mergeJustQueued(thread, chatId, queued), [thread, chatId, queued])
}
