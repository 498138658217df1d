import type { Table } from 'dexie'
import type { MirrorDatabase, Want, WantRow } from './database.ts'

function wantKey(want: Want): string {
  switch (want.kind) {
    case 'all-chats':
    case 'reference':
      return want.kind
    case 'message':
      return `message:${want.messageId}`
    case 'file':
      return `file:${want.url}`
    default:
      return `${want.kind}:${want.chatId}`
  }
}

/** Asks the engine for something; asking twice is asking once. Call it inside a write on wants. */
export async function putWant(mirror: MirrorDatabase, want: Want, now: number): Promise<void> {
  await mirror.wants.put({ key: wantKey(want), want, askedAt: now, problem: null, failures: 0, nextAt: 0 })
}

/** What failed on the way is due at once. Call it inside a write on wants. */
export async function makeWantsDue(mirror: MirrorDatabase): Promise<void> {
  await mirror.wants
    .filter(({ failures, nextAt }) => failures > 0 && nextAt !== null)
    .modify({ failures: 0, nextAt: 0 })
}

/** Nobody has asked for it again since: its screen is gone. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

/** Removes what no screen waits for any more, except of `openChats`. Call it inside a write on wants. */
export async function pruneWants(
  mirror: MirrorDatabase,
  openChats: ReadonlySet<string>,
  now: number,
): Promise<void> {
  await mirror.wants
    .filter(({ want, askedAt }) => {
      const isOpen = 'chatId' in want && openChats.has(want.chatId)
      // One from the future is of a clock that was set back.
      return !isOpen && Math.abs(now - askedAt) > FORGET_AFTER_MS
    })
    .delete()
}

export async function readWants(mirror: MirrorDatabase): Promise<WantRow[]> {
  return mirror.wants.toArray()
}

/** A table's row, and what became of the wish for it: of one moment, since a row that comes takes its wish away. */
export function readWithWant<Row>(
  mirror: MirrorDatabase,
  table: Table<Row, string>,
  key: string,
  want: Want,
): Promise<[Row | undefined, WantRow | undefined]> {
  return mirror.transaction('r', [table, mirror.wants], () =>
    Promise.all([table.get(key), readWant(mirror, want)]),
  )
}

export async function readWant(mirror: MirrorDatabase, want: Want): Promise<WantRow | undefined> {
  return mirror.wants.get(wantKey(want))
}
