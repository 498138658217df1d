import {
  dropMovedBytes,
  findNextInDatabase,
  pointToHome,
  type StoredAttachment,
} from '../store/chats/attachment-rows.ts'
import type { Store } from '../store/store.ts'
import type { AttachmentHome } from './attachment-home.ts'
import type { Staging } from './staging.ts'

/** What moving needs of the service. */
export interface MovingParts {
  store: Store
  staging: Staging
  from: AttachmentHome
  to: AttachmentHome
}

/**
 * Moves attachments out of the database, one file at a time, everybody else's calls between its pieces. A row keeps its bytes
 * until the next run, an hour later, for downloads of them that have begun; only then are they dropped.
 */
export async function moveOut(parts: MovingParts, signal: AbortSignal): Promise<void> {
  const { db } = parts.store
  while (!signal.aborted && (await dropMovedBytes(db)));
  let last = ''
  while (!signal.aborted) {
    const next = await findNextInDatabase(db, last)
    if (!next) return
    last = next.id
    await moveOne(parts, next)
  }
}

async function moveOne(
  { store, staging, from, to }: MovingParts,
  attachment: StoredAttachment,
): Promise<void> {
  const bytes = await from.open(attachment, { start: 0, end: attachment.size })
  // Deleted meanwhile.
  if (!bytes) return
  const staged = await staging.write(bytes, attachment.size)
  try {
    await pointToHome(store.db, attachment, await to.put(staged))
  } finally {
    await staging.discard([staged])
  }
}
