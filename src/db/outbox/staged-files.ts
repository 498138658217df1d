import type { OutboxDatabase, StagedFileRow } from './database.ts'

/** A chat's staged files, in the order in which they were chosen. */
export async function readStaged(outbox: OutboxDatabase, chatId: string): Promise<StagedFileRow[]> {
  return outbox.staged.where('chatId').equals(chatId).sortBy('id')
}

/** All staged files. There are few: they are what somebody is about to send. */
export async function readAllStaged(outbox: OutboxDatabase): Promise<StagedFileRow[]> {
  return outbox.staged.toArray()
}

/** How many drafts there are: texts, tickets, and the files of chats that have no text. */
export async function countDrafts(outbox: OutboxDatabase): Promise<number> {
  const [drafts, staged] = await Promise.all([
    outbox.drafts.toCollection().primaryKeys(),
    outbox.staged.orderBy('chatId').uniqueKeys(),
  ])
  return new Set([...drafts, ...staged]).size
}

/** Stages a file, with its bytes. Call it inside a write on staged and files. */
export async function putStaged(
  outbox: OutboxDatabase,
  row: StagedFileRow,
  bytes: ArrayBuffer,
): Promise<void> {
  await outbox.files.put({ operationId: row.id, name: row.name, type: row.type, bytes })
  await outbox.staged.put(row)
}

/** Takes a staged file away, with its bytes; one that is sent meanwhile keeps them. Call it as `putStaged`. */
export async function deleteStaged(outbox: OutboxDatabase, id: string): Promise<void> {
  if (!(await outbox.staged.get(id))) return
  await outbox.staged.delete(id)
  await outbox.files.delete(id)
}

/** Lets a staged file become an operation: the bytes stay where they are. Undefined where it is staged no more. */
export async function takeStaged(outbox: OutboxDatabase, id: string): Promise<StagedFileRow | undefined> {
  const row = await outbox.staged.get(id)
  if (row) await outbox.staged.delete(id)
  return row
}
