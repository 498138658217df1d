import type { OutboxDatabase, OutgoingFileRow } from './database.ts'

export async function readOutgoingFile(
  outbox: OutboxDatabase,
  operationId: string,
): Promise<OutgoingFileRow | undefined> {
  return outbox.files.get(operationId)
}
