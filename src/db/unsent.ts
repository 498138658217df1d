import type { Chat } from '#src/contract/chats.ts'
import { placeInLane } from '#src/domain/outbox/lane.ts'
import { chatIdOf, type Operation } from '#src/domain/outbox/operation.ts'
import type { LanePlace } from '#src/domain/outbox/words.ts'
import { readChat } from './mirror/chats.ts'
import { readDrafts } from './outbox/drafts.ts'
import { readOperations } from './outbox/operations.ts'
import { readAllStaged } from './outbox/staged-files.ts'
import { readChatIdOfDraft } from './outbox/ticket-drafts.ts'
import type { Workspace } from './workspace.ts'

export interface UnsentGroup {
  chatId: string
  /** As the server returned it; null where it is not mirrored any more. */
  chat: Chat | null
  operations: { operation: Operation; place: LanePlace }[]
  drafts: UnsentDraft[]
}

/** Something half-written; `isTicket`: it is a ticket's form, not a message. */
export interface UnsentDraft {
  text: string
  /** The names of its staged files. */
  fileNames: string[]
  updatedAt: number
  isTicket: boolean
}

/** Everything that is not sent yet, by chat, the oldest first. Outbox first, then mirror (O6). */
export async function readUnsent(workspace: Workspace): Promise<UnsentGroup[]> {
  const [operations, drafts] = await Promise.all([readOperations(workspace.outbox), readAllDrafts(workspace)])
  const chatIds = [...new Set([...operations.map(chatIdOf), ...drafts.map(({ chatId }) => chatId)])]
  const groups = await Promise.all(
    chatIds.map(async (chatId): Promise<UnsentGroup> => {
      return {
        chatId,
        chat: (await readChat(workspace.mirror, chatId))?.chat ?? null,
        operations: operations.flatMap((operation) =>
          chatIdOf(operation) === chatId ? [{ operation, place: findPlace(operation, operations) }] : [],
        ),
        drafts: drafts.filter((draft) => draft.chatId === chatId),
      }
    }),
  )
  return groups.sort((a, b) => ageOf(a) - ageOf(b))
}

/** A chat's text and its staged files are one draft, also where there are only files. */
async function readAllDrafts({ outbox }: Workspace): Promise<(UnsentDraft & { chatId: string })[]> {
  const [rows, staged] = await Promise.all([readDrafts(outbox), readAllStaged(outbox)])
  const listFiles = (chatId: string) => staged.filter((file) => file.chatId === chatId)
  const texts = rows.map((row) => ({
    chatId: readChatIdOfDraft(row),
    text: row.text,
    updatedAt: row.updatedAt,
    isTicket: row.ticket !== undefined,
    fileNames: row.ticket === undefined ? listFiles(row.chatId).map(({ name }) => name) : [],
  }))
  const withText = new Set(texts.flatMap(({ chatId, isTicket }) => (isTicket ? [] : [chatId])))
  const alone = [...new Set(staged.map(({ chatId }) => chatId))].filter((chatId) => !withText.has(chatId))
  return [
    ...texts,
    ...alone.map((chatId) => ({
      chatId,
      text: '',
      updatedAt: Math.min(...listFiles(chatId).map(({ stagedAt }) => stagedAt)),
      isTicket: false,
      fileNames: listFiles(chatId).map(({ name }) => name),
    })),
  ]
}

/** A ticket waits for those of other chats too: its lane is what counts (O2). */
function findPlace(operation: Operation, operations: readonly Operation[]): LanePlace {
  return placeInLane(
    operation,
    operations.filter(({ lane }) => lane === operation.lane),
  )
}

function ageOf({ operations, drafts }: UnsentGroup): number {
  return operations[0]?.operation.createdAt ?? drafts[0]?.updatedAt ?? 0
}
