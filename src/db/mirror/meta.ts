import type { MetaRow } from '#src/db/guarded.ts'
import type { MirrorDatabase } from './database.ts'

/** The cursor of the change log; null where none is known (I2). */
export async function readCursor(mirror: MirrorDatabase): Promise<string | null> {
  return textOf(await mirror.meta.get('cursor'))
}

/** Stores the cursor. Call it in the transaction that writes its page (I2). */
export async function storeCursor(mirror: MirrorDatabase, cursor: string | null): Promise<void> {
  if (cursor === null) await mirror.meta.delete('cursor')
  else await mirror.meta.put({ key: 'cursor', value: cursor })
}

/** What a row of the kind holds; null for none. */
export function textOf(row: MetaRow | undefined): string | null {
  return typeof row?.value === 'string' ? row.value : null
}

/** When the mirror last agreed with the environment, ms of the device's clock; null never. */
export async function readSyncedAt(mirror: MirrorDatabase): Promise<number | null> {
  return readNumber(mirror, 'syncedAt')
}

export async function storeSyncedAt(mirror: MirrorDatabase, now: number): Promise<void> {
  await mirror.meta.put({ key: 'syncedAt', value: now })
}

/**
 * Whether the newest chats are known: since the mirror was read whole or, before that, since their list came. Until then
 * the newest of those that have arrived is none in particular.
 */
export async function readNewestKnown(mirror: MirrorDatabase): Promise<boolean> {
  return (await readNumber(mirror, 'syncedAt')) !== null || (await readNumber(mirror, 'listedAt')) !== null
}

/** The newest chats were read. Call it in the transaction that writes them. */
export async function storeListedAt(mirror: MirrorDatabase, now: number): Promise<void> {
  await mirror.meta.put({ key: 'listedAt', value: now })
}

/** Which clearing of this mirror was the last; '' where none was. What spans transactions compares it at its end. */
export async function readClearing(mirror: MirrorDatabase): Promise<string> {
  return textOf(await mirror.meta.get('clearing')) ?? ''
}

/** Staff with an open socket (`admin_joined`); 1 until the environment says otherwise (specification section 9). */
export async function readActiveAdmins(mirror: MirrorDatabase): Promise<number> {
  return (await readNumber(mirror, 'activeAdmins')) ?? 1
}

export async function storeActiveAdmins(mirror: MirrorDatabase, count: number): Promise<void> {
  await mirror.meta.put({ key: 'activeAdmins', value: count })
}

/** The environment's clock minus the device's, ms (I8). */
export async function readClockOffset(mirror: MirrorDatabase): Promise<number> {
  return (await readNumber(mirror, 'clockOffset')) ?? 0
}

export async function storeClockOffset(mirror: MirrorDatabase, offset: number): Promise<void> {
  await mirror.meta.put({ key: 'clockOffset', value: offset })
}

/** A number under a key of its own; null where there is none. */
export async function readNumber(mirror: MirrorDatabase, key: string): Promise<number | null> {
  const row = await mirror.meta.get(key)
  return typeof row?.value === 'number' ? row.value : null
}

/** Call it inside a write. */
export async function storeNumber(mirror: MirrorDatabase, key: string, value: number): Promise<void> {
  await mirror.meta.put({ key, value })
}
