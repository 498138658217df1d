import type { MetaRow } from '#src/db/guarded.ts'
import type { MirrorDatabase } from './database.ts'
import { textOf } from './meta.ts'

/** A reset of which some pages are stored and the last is not (I2): it goes on from `cursor`. */
export interface UnfinishedReset {
  /** The cursor that was stored when it began: where another is stored now, another reset has ended since. */
  follows: string | null
  /** The mark on the chats that it has named. */
  snapshot: string
  /** The mirror's last clearing as it began: what was cleared since, it would lack. */
  clearing: string
  /** Where its next page is; null before the first one is stored. */
  cursor: string | null
  /** Whether pages are left. */
  more: boolean
  /** When its last page was stored, ms of the device's clock. */
  storedAt: number
}

export async function readUnfinishedReset(mirror: MirrorDatabase): Promise<UnfinishedReset | null> {
  return toUnfinishedReset(await mirror.meta.get('reset'))
}

/** How far the mirror has come, and whether a reset is under way: what a pull goes on from, in one reading. */
export async function readProgress(mirror: MirrorDatabase) {
  const [cursor, clearing, reset] = await mirror.meta.bulkGet(['cursor', 'clearing', 'reset'])
  return { cursor: textOf(cursor), clearing: textOf(clearing) ?? '', unfinished: toUnfinishedReset(reset) }
}

/** Null where none is under way any more. Call it inside a write. */
export async function storeUnfinishedReset(
  mirror: MirrorDatabase,
  reset: UnfinishedReset | null,
): Promise<void> {
  if (reset === null) await mirror.meta.delete('reset')
  else await mirror.meta.put({ key: 'reset', value: reset })
}

function toUnfinishedReset(row: MetaRow | undefined): UnfinishedReset | null {
  return isUnfinishedReset(row?.value) ? row.value : null
}

function isUnfinishedReset(value: unknown): value is UnfinishedReset {
  return typeof value === 'object' && value !== null && 'snapshot' in value && 'more' in value
}
