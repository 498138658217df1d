import { readThread, type ThreadReading } from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** `limit`: how many messages it was read with. */
export type ChatThread = ThreadReading & { limit: number }

/** A chat's newest `limit` messages with what waits to be sent, live. */
export function useChatThread(chatId: string, limit: number): ChatThread | undefined {
  const workspace = useWorkspace()
  const reading = useLive(
    workspace,
    `thread:${chatId}:${limit}`,
    async () => ({ chatId, thread: { ...(await readThread(workspace, chatId, limit)), limit } }),
    { keepsPrevious: true },
  )
  return reading?.chatId === chatId ? reading.thread : undefined
}
