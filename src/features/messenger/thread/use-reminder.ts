import type { Chat } from '#src/contract/chats.ts'
import { readLastWritten } from '#src/db/last-written.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { countQuietMs, findForgetting, isForgotten } from '#src/domain/chats/reminder.ts'
import { useEnvironmentClock, useWakeAt } from '../use-now.ts'

/** A chat is forgotten in half an hour: of a burst of messages each needs no look of its own, ms. */
const REST_MS = 300

/**
 * How long nothing was written in a chat that seems to be forgotten, ms; null where it is not. `serverChat` as the
 * environment has it: its clock says since when the chat is held (I8).
 */
export function useReminder(chatId: string, serverChat: Chat | null, isMine: boolean): number | null {
  const workspace = useWorkspace()
  const clock = useEnvironmentClock()
  const last = useLive(workspace, `last-written:${chatId}`, () => readLastWritten(workspace, chatId), {
    restMs: REST_MS,
  })
  const isAskedAbout = serverChat !== null && isMine && isHeldBy(serverChat.user, workspace.user) && last
  const held = isAskedAbout ? serverChat : null
  const since = [last?.writtenAt ?? null, last?.keptAt ?? null].filter((time) => time !== null).sort()
  const { now } = clock
  useWakeAt(clock, held && findForgetting(held, now, since.at(-1) ?? null))
  if (!held || !isForgotten(held, now, since.at(-1) ?? null)) return null
  return countQuietMs(held, now, last?.writtenAt ?? null)
}
