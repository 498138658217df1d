import { readChatWindow } from '#src/db/mirror/chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import { formatTimestamp } from '#src/domain/formatting.ts'

/** More than anybody looks through; another letter finds the rest. */
export const MOST_CHOICES = 20

export interface ChatChoice {
  id: string
  name: string
  /** What tells two guests of one name apart. */
  note: string
  /** Chosen already: it can be seen, and not be chosen again. */
  isTaken: boolean
}

export interface ChatChoices {
  choices: readonly ChatChoice[]
  hasMore: boolean
  /** The words that they were found for. */
  foundFor: string
}

/** The chats on this device whose name has what was typed, the newest first. Undefined until they were read. */
export function useChatChoices(search: string, taken: ReadonlySet<string>): ChatChoices | undefined {
  const workspace = useWorkspace()
  const found = useLive(
    workspace,
    `chat choices:${search}`,
    async () => {
      const query = { filter: 'all', type: 'all', search, isShowingAll: true, now: 0 } as const
      return { ...(await readChatWindow(workspace.mirror, query, 0, MOST_CHOICES)), foundFor: search }
    },
    { keepsPrevious: true },
  )
  if (!found) return undefined
  const choices = found.rows.map(({ chat }): ChatChoice => ({
    id: chat.id,
    name: nameGuest(chat),
    note: `${describeChannel(chat.source).long}, since ${formatTimestamp(chat.createdAt)}`,
    isTaken: taken.has(chat.id),
  }))
  return { choices, hasMore: found.hasMore, foundFor: found.foundFor }
}
