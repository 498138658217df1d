import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGED_ROWS, runMaintenance } from '#server/maintenance.ts'
import { buildAgedDelete, deleteAged, type AgedRows } from '#server/store/aged-rows.ts'
import { buildFloorQuery, pruneLog } from '#server/store/log/prune-log.ts'
import type { Store } from '#server/store/store.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Some of them are old enough to go, and none becomes so within the next minute, however slow the machine. */
const ROWS = 4_000
const FILL = [
  `insert into sessions (token_hash, user_id, last_used_at)
    select 'i' || n, 'user-agent', now() - n * interval '11 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into sessions (token_hash, user_id, created_at)
    select 'c' || n, 'user-agent', now() - n * interval '33 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into chats (id, display_name, source, bot_name) values ('aged', 'Ana', 'web', 'Bellhop')`,
  `insert into guest_sessions (token_hash, chat_id, guest_id, last_used_at)
    select 'g' || n, 'aged', 'guest', now() - n * interval '11 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into sign_in_failures (key, failures, last_at, blocked_until)
    select 'f' || n, 1, now() - n * interval '121 seconds', now() from generate_series(1, ${ROWS}) n`,
  `insert into idempotency (owner, key, fingerprint, created_at)
    select 'o', gen_random_uuid(), 'f', now() - n * interval '11 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into rate_limits (key, window_start, count)
    select 'r' || n, now() - n * interval '131 seconds', 1 from generate_series(1, ${ROWS}) n`,
  `insert into alert_deliveries (id, alert_id, alert_name, type, notification_type, send_to, created_at, is_test)
    select 'd' || n, 'a', 'a', 'email', 'needs-help', 'x@hotel.example', now() - n * interval '11 minutes', true from generate_series(1, ${ROWS}) n`,
  `insert into jobs (kind, payload, failed_at)
    select 'test', '{}', now() - n * interval '11 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into provider_events (channel, event_id, received_at)
    select 'sms', 'e' || n, now() - n * interval '132 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into messages (id, chat_id, text, sent_by_guest, type, created_at)
    select 'm' || n, 'aged', 'hm', true, 'text', now() - n * interval '1 second' from generate_series(1, ${ROWS}) n`,
  `insert into unknown_sentences (id, chat_id, message_id, text, text_key, outcome, at)
    select 'u' || n, 'aged', 'm' || n, 'hm', 'k' || n, 'asked', now() - n * interval '33 minutes' from generate_series(1, ${ROWS}) n`,
  `insert into changes (seq, type, chat_id, at)
    select n, 'chat_changed', 'none', now() - (${ROWS} - n) * interval '11 minutes' from generate_series(1, ${ROWS}) n`,
]

let server: TestServer
let store: Store

beforeAll(async () => {
  server = await startTestServer()
  store = server.context.store
  for (const statement of FILL) await sql.raw(statement).execute(store.db)
  await sql`analyze`.execute(store.db)
})
afterAll(() => server.stop())

async function explain(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(store.db)
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

async function countRows({ table, column, seconds }: AgedRows): Promise<{ all: number; old: number }> {
  const { rows } = await sql<{ all: number; old: number }>`select count(*) as all,
    count(*) filter (where ${sql.ref(column)} < now() - make_interval(secs => ${seconds}::float8)) as old
    from ${sql.table(table)}`.execute(store.db)
  return rows[0] ?? { all: 0, old: 0 }
}

describe('what goes by its age', () => {
  it.each(AGED_ROWS)('is found by an index: $table by $column', async (rows) => {
    const plan = await explain(buildAgedDelete(rows, 5_000))
    expect(plan).toMatch(/(Index Scan using|Bitmap Index Scan on) \w+/)
    expect(plan).not.toContain('Seq Scan')
  })

  it('is found by an index: the log', async () => {
    const plan = await explain(buildFloorQuery(5_000))
    expect(plan).toContain('changes_age')
    expect(plan).not.toContain('Seq Scan')
  })

  it('goes in batches, all of it and nothing else', async () => {
    for (const rows of AGED_ROWS) {
      const before = await countRows(rows)
      expect(before.old, rows.table).toBeGreaterThan(7)
      await deleteAged(store.db, rows, 7)
      const after = await countRows(rows)
      expect(after.old, rows.table).toBe(0)
      expect(after.all, rows.table).toBe(before.all - before.old)
    }
  })

  it('takes the floor of the log with it, which never goes back', async () => {
    await pruneLog(store, 7)
    const { rows } = await sql<{ floor: number; first: number }>`select
      (select value::bigint from meta where key = 'log_floor') as floor, min(seq) as first from changes`.execute(
      store.db,
    )
    expect(rows[0]?.floor).toBeGreaterThan(0)
    expect(rows[0]?.first).toBe((rows[0]?.floor ?? 0) + 1)
    await runMaintenance(store)
  })
})
