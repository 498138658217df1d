import { readChat } from '#src/db/mirror/chats.ts'
import { readDrafts } from '#src/db/outbox/drafts.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { placeInLane } from '#src/domain/outbox/lane.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { LanePlace } from '#src/domain/outbox/words.ts'
import type { Workspace } from '#src/db/workspace.ts'
import type { Chat } from './rows.ts'

export interface UnsentGroup {
  chatId: string
  /** As the environment said it; null where it is not mirrored any more. */
  chat: Chat | null
  operations: { operation: Operation; place: LanePlace }[]
  draft: { text: string; updatedAt: number } | null
}

/** Everything that is not sent yet, by chat, the oldest first; live (O9). */
export function useUnsent(): UnsentGroup[] | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'unsent', () => readUnsent(workspace))
}

async function readUnsent(workspace: Workspace): Promise<UnsentGroup[]> {
  const [operations, drafts] = await Promise.all([
    readOperations(workspace.outbox),
    readDrafts(workspace.outbox),
  ])
  const chatIds = [...new Set([...operations.map(({ lane }) => lane), ...drafts.map(({ chatId }) => chatId)])]
  const groups = await Promise.all(
    chatIds.map(async (chatId): Promise<UnsentGroup> => {
      const lane = operations.filter((operation) => operation.lane === chatId)
      return {
        chatId,
        chat: (await readChat(workspace.mirror, chatId))?.chat ?? null,
        operations: lane.map((operation) => ({ operation, place: placeInLane(operation, lane) })),
        draft: drafts.find((draft) => draft.chatId === chatId) ?? null,
      }
    }),
  )
  return groups.sort((a, b) => ageOf(a) - ageOf(b))
}

function ageOf({ operations, draft }: UnsentGroup): number {
  return operations[0]?.operation.createdAt ?? draft?.updatedAt ?? 0
}
