import { isHeldBy } from '#src/domain/chats/holder.ts'
import { isMessageKind } from '#src/domain/outbox/operation.ts'
import { readNewestMessages } from './mirror/messages.ts'
import { readClockOffset } from './mirror/meta.ts'
import { readThreadRow } from './mirror/threads.ts'
import { readKeptAt } from './outbox/kept-chats.ts'
import { readLane } from './outbox/operations.ts'
import { readMe } from './thread.ts'
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
  const lane = await readLane(outbox, chatId)
  const [keptAt, row, thread, offset] = await Promise.all([
    readKeptAt(outbox, chatId),
    mirror.chats.get(chatId),
    readThreadRow(mirror, chatId),
    readClockOffset(mirror),
  ])
  const messages =
    thread.historyFrom === null ? [] : await readNewestMessages(mirror, chatId, thread.historyFrom, LOOK_BACK)
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
