import { sql } from 'kysely'
import type { Db } from '../store.ts'

/** A place in the change log, and while a reset is being read also a place in its snapshot (E3). */
export interface LogCursor {
  epoch: string
  seq: number
  /** The last chat of the snapshot that was given; absent outside a reset. */
  resetAfter?: string
}

/** Opaque on the wire; frames' `prev` and `seq` are such cursors too, so that a console compares strings (I2). */
export function writeCursor({ epoch, seq, resetAfter }: LogCursor): string {
  const parts = [epoch, seq.toString(36)]
  if (resetAfter !== undefined) parts.push(resetAfter)
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** Null for what is no cursor of ours: the answer is a reset. */
export function readCursor(text: string): LogCursor | null {
  const [epoch, seqText, ...rest] = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  if (!epoch || !seqText || !/^[0-9a-z]{1,11}$/.test(seqText)) return null
  const seq = Number.parseInt(seqText, 36)
  return rest.length > 0 ? { epoch, seq, resetAfter: rest.join(' ') } : { epoch, seq }
}

/** Where the log stands: its epoch, the newest entry and the oldest place from which it can be read on. */
export interface LogState {
  epoch: string
  newest: number
  floor: number
}

/** One statement, so that epoch and place belong together. */
export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<LogState>`select
      (select value from meta where key = 'log_epoch') as epoch,
      (select value::bigint from meta where key = 'log_floor') as floor,
      greatest(
        (select coalesce(max(seq), 0) from changes),
        (select value::bigint from meta where key = 'log_floor')
      ) as newest`.execute(db)
  const state = rows[0]
  if (!state) throw new Error('the database has no log')
  return state
}
