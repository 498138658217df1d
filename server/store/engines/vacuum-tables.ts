import { sql } from 'kysely'
import type { Store } from '../store.ts'

/** A table is cleaned when a tenth of it is dead, or a fifth of it new; smaller ones when so many rows are. */
const DEAD_SHARE = 0.1
const NEW_SHARE = 0.2
const FEW_ROWS = 1_000
/** What the planner knows of a table is read anew when so many rows have changed: a tenth of it, but not for a few. */
const CHANGED_SHARE = 0.1
const FEW_CHANGES = 50
/** A fifth of the usual: everybody waits while the embedded database reads its sample, and its queries go by index anyway. */
const STATISTICS_TARGET = 20

/**
 * The embedded database has no background process that does it. It has one lane, so that only what needs it is cleaned, a
 * table at a time: who came meanwhile goes first.
 */
export async function vacuumTables(store: Store): Promise<void> {
  for (const { name, isDead, isChanged } of await readDueTables(store)) {
    // VACUUM stands alone in its statement. Giving the end of a file back to the disk would keep readers out.
    if (isDead) await sql`vacuum (truncate false) ${sql.table(name)}`.execute(store.db)
    if (isChanged) await analyzeTable(store, name)
  }
}

interface DueTable {
  name: string
  isDead: boolean
  isChanged: boolean
}

async function readDueTables({ db }: Store): Promise<DueTable[]> {
  const { rows } = await sql<DueTable>`select * from (
    select relname as name,
      n_dead_tup > ${FEW_ROWS} + ${DEAD_SHARE}::float8 * n_live_tup
        or n_ins_since_vacuum > ${FEW_ROWS} + ${NEW_SHARE}::float8 * n_live_tup as is_dead,
      n_mod_since_analyze > ${FEW_CHANGES} + ${CHANGED_SHARE}::float8 * n_live_tup as is_changed
    from pg_stat_user_tables where schemaname = 'public'
  ) known where is_dead or is_changed order by name`.execute(db)
  return rows
}

function analyzeTable(store: Store, name: string): Promise<void> {
  return store.transact(async (tx) => {
    await sql`set local default_statistics_target = ${sql.raw(String(STATISTICS_TARGET))}`.execute(tx)
    await sql`analyze ${sql.table(name)}`.execute(tx)
  })
}
