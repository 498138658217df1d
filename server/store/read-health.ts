import { sql } from 'kysely'
import { isDiskFault } from './database-faults.ts'
import { LOG_LOCK } from './log/log-lock.ts'
import type { Store } from './store.ts'

/** What can't be done at the moment, and why, in words for an operator. */
export interface StoreFault {
  cannot: ('read' | 'write')[]
  reason: string
}

/** Whoever writes has the log's lock for milliseconds: what has had it, or waited for it, for so long is stuck. */
const LOG_STUCK_SECONDS = 2

/**
 * Reads, and looks whether a write would succeed without making one: a lock of the log is neither taken nor waited for. Null:
 * all is well. Throws what the database answers where nothing can be read.
 */
export async function readStoreFault(store: Store): Promise<StoreFault | null> {
  const { rows } = await sql<{ epoch: string | null; isReadOnly: boolean; isLogStuck: boolean }>`select
      (select value from meta where key = 'log_epoch') as epoch,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      exists (
        select from pg_locks log_lock left join pg_stat_activity holder using (pid)
        where locktype = 'advisory' and classid = 0 and objid = ${LOG_LOCK} and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())
          and case when granted then state_change else waitstart end
            < clock_timestamp() - make_interval(secs => ${LOG_STUCK_SECONDS}::float8)
      ) as is_log_stuck`.execute(store.db)
  const row = rows[0]
  const last = store.outages.readLast()
  if (!row || row.epoch === null) return { cannot: ['read', 'write'], reason: 'the database holds no hotel' }
  if (row.isReadOnly) return { cannot: ['write'], reason: 'the database is read-only' }
  if (row.isLogStuck) return { cannot: ['write'], reason: 'the lock of the change log is not given back' }
  if (last && isDiskFault(last)) return { cannot: ['write'], reason: last.reason }
  return null
}
