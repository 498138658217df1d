import { readLastWritten } from '#src/db/last-written.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { countQuietMs, isForgotten } from '#src/domain/chats/reminder.ts'
import type { Chat } from './rows.ts'
import { useEnvironmentNow } from './use-now.ts'

/**
 * How long nothing was written in a chat that seems to be forgotten, ms; null where it is not. `serverChat` as the
 * environment has it: its clock says since when the chat is held (I8).
 */
export function useReminder(chatId: string, serverChat: Chat | null, isMine: boolean): number | null {
  const workspace = useWorkspace()
  const now = useEnvironmentNow()
  const last = useLive(workspace, `last-written:${chatId}`, () => readLastWritten(workspace, chatId))
  if (!serverChat || !isMine || !isHeldBy(serverChat.user, workspace.user) || !last) return null
  const since = [last.writtenAt, last.keptAt].filter((time) => time !== null).sort()
  if (!isForgotten(serverChat, now, since.at(-1) ?? null)) return null
  return countQuietMs(serverChat, now, last.writtenAt)
}
