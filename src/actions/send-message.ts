import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { noteQueued } from '#src/db/just-queued.ts'
import { putDraft, readDraft } from '#src/db/outbox/drafts.ts'
import type { OutboxDatabase, StagedFileRow } from '#src/db/outbox/database.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { addTakeover, appendOperation, readLane } from '#src/db/outbox/operations.ts'
import { takeStaged } from '#src/db/outbox/staged-files.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { readThenWriteOutbox } from '#src/db/write.ts'
import { findUnfilled } from '#src/domain/answers/variables.ts'
import type { Operation, OperationWork } from '#src/domain/outbox/operation.ts'
import { isBlank } from '#src/domain/text/blank.ts'

/** What a chat's holder was when the person decided (O11), as `holderKey` writes it. */
export type SeenHolder = string

/**
 * Why a text can't be sent as it is; null where it can. What nobody would see is nothing to send, and a saved answer's variable
 * that has no value yet is nothing for a guest to read.
 */
export function checkMessage(text: string): 'empty' | 'too-long' | 'unfilled' | null {
  if (isBlank(text)) return 'empty'
  if (text.trim().length > MAX_MESSAGE_CHARS) return 'too-long'
  return findUnfilled(text).length > 0 ? 'unfilled' : null
}

/** Whether a draft can go out as it is: its text, its files, or both. */
export function canSendDraft(text: string, fileCount: number): boolean {
  const check = checkMessage(text)
  return check === null || (check === 'empty' && fileCount > 0)
}

/**
 * Queues a draft, its text first and then the staged files with these ids, and removes it, in one transaction (O1). A
 * text that another tab has typed on meanwhile stays, and a file that is staged no more is not sent twice. With
 * `takeOverFrom` a takeover goes in before it. Returns the first operation's id, or null where there is nothing to send; a
 * rejected promise has changed nothing.
 */
export async function sendMessage(
  workspace: Workspace,
  chatId: string,
  text: string,
  now: number,
  takeOverFrom: SeenHolder | null = null,
  fileIds: readonly string[] = [],
): Promise<string | null> {
  if (!canSendDraft(text, fileIds.length)) return null
  const { outbox } = workspace
  const queued = await readThenWriteOutbox(
    workspace,
    [outbox.operations, outbox.drafts, outbox.staged],
    () => Promise.all([readLane(outbox, chatId), readDraft(outbox, chatId)]),
    async ([lane, draft]) => {
      const files = await Promise.all(fileIds.map((id) => takeStaged(outbox, id)))
      const words = isBlank(text) ? '' : text.trim()
      if (words === '' && files.every((file) => file === undefined)) return []
      const before = takeOverFrom === null ? lane : await queueTakeover(outbox, chatId, takeOverFrom, now)
      const [added] = await Promise.all([
        appendOperations(outbox, chatId, before, listWorks(words, files), now),
        draft?.text === text ? putDraft(outbox, chatId, '', now) : undefined,
      ])
      return added
    },
  )
  noteQueued(workspace, queued)
  return queued[0]?.id ?? null
}

/** The lane with the takeover in it, before what is about to be written. */
async function queueTakeover(
  outbox: OutboxDatabase,
  chatId: string,
  holder: SeenHolder,
  now: number,
): Promise<Operation[]> {
  await addTakeover(outbox, {
    id: newOperationId(),
    lane: chatId,
    now,
    kind: 'pause',
    payload: null,
    expects: { holder },
  })
  return readLane(outbox, chatId)
}

async function appendOperations(
  outbox: OutboxDatabase,
  lane: string,
  before: readonly Operation[],
  works: readonly ({ id: string } & OperationWork)[],
  now: number,
): Promise<Operation[]> {
  const added: Operation[] = []
  for (const work of works)
    added.push(await appendOperation(outbox, { ...work, lane, now }, [...before, ...added]))
  return added
}

function listWorks(
  words: string,
  files: readonly (StagedFileRow | undefined)[],
): ({ id: string } & OperationWork)[] {
  return [
    ...(words === '' ? [] : [{ id: newOperationId(), kind: 'send' as const, payload: { text: words } }]),
    ...files.flatMap((file) => {
      if (!file) return []
      const { id, name, type, size } = file
      return [{ id, kind: 'upload' as const, payload: { name, type, size } }]
    }),
  ]
}
