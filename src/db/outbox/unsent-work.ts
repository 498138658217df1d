import type { OutboxDatabase } from './database.ts'

/** What somebody had not sent at one moment. It names rows and has none of their words, for another database than the outbox. */
export interface UnsentWork {
  /** By id. */
  operations: string[]
  staged: string[]
  drafts: DraftVersion[]
}

/** A draft as it stood: what was typed since makes another one of it. */
interface DraftVersion {
  chatId: string
  updatedAt: number
  /** UTF-16 code units: two letters may be typed within a millisecond. */
  length: number
}

export function readUnsentWork(outbox: OutboxDatabase): Promise<UnsentWork> {
  return outbox.transaction('r', [outbox.operations, outbox.staged, outbox.drafts], async () => {
    const [operations, staged, drafts] = await Promise.all([
      outbox.operations.toCollection().primaryKeys(),
      outbox.staged.toCollection().primaryKeys(),
      outbox.drafts.toArray(),
    ])
    return {
      operations,
      staged,
      drafts: drafts.map(({ chatId, updatedAt, text }) => ({ chatId, updatedAt, length: text.length })),
    }
  })
}

/** Throws this work away with its bytes, and nothing that was written after it was listed. Call it inside a write on all tables. */
export async function discardWork(outbox: OutboxDatabase, work: UnsentWork): Promise<void> {
  await outbox.operations.bulkDelete(work.operations)
  await outbox.staged.bulkDelete(work.staged)
  for (const { chatId, updatedAt, length } of work.drafts)
    await outbox.drafts
      .where({ chatId })
      .filter((draft) => draft.updatedAt === updatedAt && draft.text.length === length)
      .delete()
  // A file that was staged then and is sent since has its bytes under the same id.
  const [waiting, staged] = await Promise.all([
    outbox.operations.toCollection().primaryKeys(),
    outbox.staged.toCollection().primaryKeys(),
  ])
  await outbox.files
    .where('operationId')
    .noneOf([...waiting, ...staged])
    .delete()
}
