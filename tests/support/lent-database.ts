import type { PostgresPool } from 'kysely'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { openEmbeddedDriver } from '#server/store/engines/embedded-store.ts'
import type { StoreDriver } from '#server/store/store.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { buildWorkerFile } from './worker-file.ts'

/** A migrated embedded database as a server finds it at its first start. Closing its driver gives it back. */
export interface LentDatabase {
  driver: StoreDriver
}

/** Where the rows that the migrations make are kept, to be put back. */
const KEPT = 'kept_rows'
const LARGE_BYTES = 256 * 1024
const MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']

const idle: StoreDriver[] = []

/**
 * Lends an embedded database of this vitest worker, emptied since its last use: opening one costs as much as several tests.
 * Each is one server's at a time. They end with the worker; what is about opening and closing has databases of its own.
 */
export async function lendDatabase(): Promise<LentDatabase> {
  const known = idle.pop()
  if (known) await emptyDatabase(known)
  return { driver: lend(known ?? (await openDatabase())) }
}

async function openDatabase(): Promise<StoreDriver> {
  const folder = await mkdtemp(path.join(inject('lentFolder'), 'database-'))
  await copyDatabaseTemplate(folder)
  const driver = await openEmbeddedDriver(folder, failTheRun, await buildWorkerFile())
  await run(driver, `create schema if not exists ${KEPT}`)
  for (const table of await listFilled(driver))
    await run(driver, `create table ${KEPT}.${table} as table public.${table}`)
  return driver
}

/** Few rows are deleted in a fraction of the time that a table's new files take; many leave files that are slow to read. */
async function emptyDatabase(driver: StoreDriver): Promise<void> {
  const large = await listTables(driver, `pg_table_size(oid) > ${LARGE_BYTES}`)
  if (large.length > 0) await run(driver, `truncate ${large.join(', ')} cascade`)
  // All of them go: that none refers to a row that went before it need not be looked up.
  await run(driver, 'set session_replication_role = replica')
  for (const table of await listFilled(driver)) await run(driver, `delete from public.${table}`)
  await run(driver, 'reset session_replication_role')
  for (const name of await readNames(
    driver,
    `select tablename as name from pg_tables where schemaname = '${KEPT}'`,
  ))
    await run(driver, `insert into public.${name} select * from ${KEPT}.${name}`)
  for (const name of await readNames(
    driver,
    `select sequencename as name from pg_sequences where schemaname = 'public'`,
  ))
    await run(driver, `alter sequence ${name} restart`)
}

/** Tables that have rows, or had some since they were emptied. */
function listFilled(driver: StoreDriver): Promise<string[]> {
  return listTables(driver, 'pg_relation_size(oid) > 0')
}

async function listTables(driver: StoreDriver, condition: string): Promise<string[]> {
  const names = await readNames(
    driver,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and ${condition}`,
  )
  return names.filter((name) => !MIGRATIONS.includes(name))
}

/** The database as one server's: nothing that the server still does after its end reaches the next one's. */
function lend(driver: StoreDriver): StoreDriver {
  let isGivenBack = false
  const lendPool = (pool: PostgresPool): PostgresPool => ({
    connect: () => (isGivenBack ? Promise.reject(new Error('the database is closed')) : pool.connect()),
    end: () => Promise.resolve(),
  })
  return {
    ...driver,
    pool: lendPool(driver.pool),
    ...(driver.patientPool && { patientPool: lendPool(driver.patientPool) }),
    close() {
      if (!isGivenBack) idle.push(driver)
      isGivenBack = true
      return Promise.resolve()
    },
  }
}

async function readNames(driver: StoreDriver, sql: string): Promise<string[]> {
  return (await run(driver, sql)).map((row) => String(Reflect.get(row, 'name')))
}

async function run(driver: StoreDriver, sql: string): Promise<object[]> {
  const client = await driver.pool.connect()
  try {
    const { rows } = await client.query<object>(sql, [])
    return rows
  } finally {
    client.release()
  }
}

function failTheRun(error: Error): never {
  throw error
}
