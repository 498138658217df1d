import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { vacuumTables } from '#server/store/engines/vacuum-tables.ts'
import { isPostgresRun, startTestServer } from '#tests/support/test-server.ts'

const ROWS = 3_000

/** PostgreSQL does this by itself. */
it.skipIf(isPostgresRun)(
  'the embedded database cleans a table that has much to clean, and no other',
  async () => {
    const server = await startTestServer()
    const { store } = server.context
    const run = async (statement: string) => {
      await sql.raw(statement).execute(store.db)
      await sql`select pg_stat_force_next_flush()`.execute(store.db)
    }
    // Of these two alone: the server runs, and what it writes elsewhere may come due at any time.
    const readCounts = async () => {
      const { rows } = await sql<{ name: string; vacuums: number; analyzes: number }>`select relname as name,
      vacuum_count as vacuums, analyze_count as analyzes from pg_stat_user_tables
      where schemaname = 'public' and relname in ('rate_limits', 'sign_in_failures')`.execute(store.db)
      return new Map(rows.map(({ name, vacuums, analyzes }) => [name, { vacuums, analyzes }]))
    }
    await run(`insert into rate_limits select 'k' || n, now(), 1 from generate_series(1, ${ROWS}) n`)
    await run(
      `insert into sign_in_failures select 'k' || n, 1, now(), now() from generate_series(1, ${ROWS}) n`,
    )
    await vacuumTables(store)
    const before = await readCounts()
    await vacuumTables(store)
    expect(await readCounts()).toEqual(before)

    await run(`delete from rate_limits where key <> 'k1'`)
    await run(`delete from sign_in_failures where key in ('k1', 'k2')`)
    await vacuumTables(store)
    const after = await readCounts()
    const increase = (name: string) => [
      (after.get(name)?.vacuums ?? 0) - (before.get(name)?.vacuums ?? 0),
      (after.get(name)?.analyzes ?? 0) - (before.get(name)?.analyzes ?? 0),
    ]
    expect(increase('rate_limits')).toEqual([1, 1])
    expect(increase('sign_in_failures')).toEqual([0, 0])
    await server.stop()
  },
)
