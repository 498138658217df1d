import { readThread, type ThreadReading, type ThreadWindow } from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** A window of a chat's messages, at the end with what waits to be sent, live. */
export function useChatThread(chatId: string, { limit, until }: ThreadWindow): ThreadReading | undefined {
  const workspace = useWorkspace()
  const reading = useLive(
    workspace,
    `thread:${chatId}:${limit}:${until}`,
    async () => ({ chatId, thread: await readThread(workspace, chatId, limit, until) }),
    { keepsPrevious: true },
  )
  return reading?.chatId === chatId ? reading.thread : undefined
}
