import { isHeldBy } from '#src/domain/chats/holder.ts'
import { isMessageKind } from '#src/domain/outbox/operation.ts'
import { readNewestMessages } from './mirror/messages.ts'
import { readClockOffset } from './mirror/meta.ts'
import { readThreadRow } from './mirror/threads.ts'
import { readKeptAt } from './outbox/kept-chats.ts'
import { readLane } from './outbox/operations.ts'
import { readMe } from './me.ts'
import type { Workspace } from './workspace.ts'

/** Further back than these nobody's word is looked for: the bot is paused in a held chat and writes little. */
const LOOK_BACK = 30

/** The newest of what this person or the guest wrote in a chat, and the last 'keep it'; ISO instants, null for none. */
export interface LastWritten {
  writtenAt: string | null
  keptAt: string | null
}

/** By the environment's clock (I8); what is unsent still counts as written. */
export async function readLastWritten(workspace: Workspace, chatId: string): Promise<LastWritten> {
  const { mirror, outbox } = workspace
  // One transaction of each database: opening one costs more than what is read in it.
  const [lane, keptAt] = await outbox.transaction('r', [outbox.operations, outbox.meta], () =>
    Promise.all([readLane(outbox, chatId), readKeptAt(outbox, chatId)]),
  )
  const { chats, threads, messages: all, meta } = mirror
  const { row, offset, messages } = await mirror.transaction('r', [chats, threads, all, meta], async () => {
    const [row, thread, offset] = await Promise.all([
      chats.get(chatId),
      readThreadRow(mirror, chatId),
      readClockOffset(mirror),
    ])
    const { historyFrom } = thread
    const messages =
      historyFrom === null ? [] : await readNewestMessages(mirror, chatId, historyFrom, LOOK_BACK)
    return { row, offset, messages }
  })
  const me = readMe(workspace)
  const times = [
    row?.chat.lastUserMessageDate ?? '',
    ...messages.flatMap(({ message }) =>
      message.sentByGuest || isHeldBy(message.user, me) ? [message.createdAt] : [],
    ),
    ...lane.flatMap(({ kind, createdAt }) =>
      isMessageKind(kind) ? [new Date(createdAt + offset).toISOString()] : [],
    ),
  ]
  const writtenAt = times.reduce((newest, time) => (time > newest ? time : newest), '')
  return { writtenAt: writtenAt === '' ? null : writtenAt, keptAt }
}
