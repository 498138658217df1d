import type { Table } from 'dexie'
import { isQuotaError, StorageFullError } from './errors.ts'
import { readThenWrite, type GuardedDatabase } from './guarded.ts'
import { evictMirror, TIGHT_BOUNDS } from './mirror/eviction.ts'
import { readDrafts } from './outbox/drafts.ts'
import { readOperations } from './outbox/operations.ts'
import { readAllStaged } from './outbox/staged-files.ts'
import { readChatIdOfDraft } from './outbox/ticket-drafts.ts'
import { chatIdOf } from '#src/domain/outbox/operation.ts'
import type { Workspace } from './workspace.ts'

const READ_NOTHING = () => Promise.resolve()

/** Writes to the outbox in one guarded transaction, making room once where the device is full. As `writeMirror`. */
export function writeOutbox<T>(workspace: Workspace, tables: Table[], write: () => Promise<T>): Promise<T> {
  return writeWithRoom(workspace, workspace.outbox, tables, READ_NOTHING, write)
}

/** As `writeOutbox`, with what `read` found in the same transaction; see `readThenWrite`. */
export function readThenWriteOutbox<R, T>(
  workspace: Workspace,
  tables: Table[],
  read: () => Promise<R>,
  write: (found: R) => Promise<T>,
): Promise<T> {
  return writeWithRoom(workspace, workspace.outbox, tables, read, write)
}

/**
 * Writes to the mirror in one guarded transaction. Where the device is full, old mirrored messages make room and it is
 * tried once more (D6). Throws SessionEndedError or StorageFullError; nothing is written then.
 */
export function writeMirror<T>(workspace: Workspace, tables: Table[], write: () => Promise<T>): Promise<T> {
  return writeWithRoom(workspace, workspace.mirror, tables, READ_NOTHING, write)
}

async function writeWithRoom<R, T>(
  workspace: Workspace,
  db: GuardedDatabase,
  tables: Table[],
  read: () => Promise<R>,
  write: (found: R) => Promise<T>,
): Promise<T> {
  try {
    return await readThenWrite(db, workspace.epoch, tables, read, write)
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await makeRoom(workspace)
  try {
    return await readThenWrite(db, workspace.epoch, tables, read, write)
  } catch (error) {
    if (isQuotaError(error)) throw new StorageFullError('the device has no room left', { cause: error })
    throw error
  }
}

/** The chats with a draft, a staged file or an operation: never evicted (D5). */
export async function readChatsWithWork(workspace: Workspace): Promise<Set<string>> {
  const [operations, drafts, staged] = await Promise.all([
    readOperations(workspace.outbox),
    readDrafts(workspace.outbox),
    readAllStaged(workspace.outbox),
  ])
  return new Set([
    ...operations.map(chatIdOf),
    ...drafts.map(readChatIdOfDraft),
    ...staged.map(({ chatId }) => chatId),
  ])
}

async function makeRoom(workspace: Workspace): Promise<void> {
  const chatIds = await readChatsWithWork(workspace)
  await evictMirror(workspace, TIGHT_BOUNDS, { userId: workspace.user.id, chatIds }, Date.now())
}
