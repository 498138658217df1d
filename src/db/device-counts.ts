import { countDrafts } from './outbox/staged-files.ts'
import { readNumber, readSyncedAt } from './mirror/meta.ts'
import type { Workspace } from './workspace.ts'

/** What is stored on this device for this person in this environment. */
export interface DeviceCounts {
  chats: number
  messages: number
  guestCards: number
  /** Attachments that were seen here. */
  files: number
  unsent: number
  drafts: number
  /** Files that wait to be sent or are part of a draft. */
  outgoingFiles: number
  /** When the mirror last agreed with the environment, ms of the device's clock; null: not since it was emptied. */
  syncedAt: number | null
  /** The environment's clock minus the device's, ms (I8); null where no answer has shown it yet. */
  clockOffset: number | null
}

export async function readDeviceCounts({ mirror, outbox }: Workspace): Promise<DeviceCounts> {
  const [unsent, drafts, outgoingFiles] = await Promise.all([
    outbox.operations.count(),
    countDrafts(outbox),
    outbox.files.count(),
  ])
  const [chats, messages, guestCards, files, syncedAt, clockOffset] = await Promise.all([
    mirror.chats.count(),
    mirror.messages.count(),
    mirror.guestCards.count(),
    mirror.files.count(),
    readSyncedAt(mirror),
    readNumber(mirror, 'clockOffset'),
  ])
  return { chats, messages, guestCards, files, unsent, drafts, outgoingFiles, syncedAt, clockOffset }
}
