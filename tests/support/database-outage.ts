import { sql } from 'kysely'
import type { Store } from '#server/store/store.ts'
import { runSql } from './postgres.ts'

/** Has the PostgreSQL database at `url` take no connection, and ends those there are; returns the way to undo it. */
export async function cutDatabase(url: string): Promise<() => Promise<void>> {
  await changeDatabase(url, 'with allow_connections false')
  return () => changeDatabase(url, 'with allow_connections true')
}

/** Has a store's database refuse to write; returns the way to undo it. `url` is its address where it is PostgreSQL. */
export async function makeReadOnly(store: Store, url: string | null): Promise<() => Promise<void>> {
  const set = async (value: 'on' | 'off') => {
    if (url === null) await sql.raw(`set default_transaction_read_only = ${value}`).execute(store.db)
    else await changeDatabase(url, `set default_transaction_read_only = ${value}`)
  }
  await set('on')
  return () => set('off')
}

/** Changes it from beside it and ends its connections, so that all have the change. */
async function changeDatabase(url: string, change: string): Promise<void> {
  const beside = new URL(url)
  const name = beside.pathname.slice(1)
  beside.pathname = '/postgres'
  await runSql(beside.href, `alter database ${name} ${change}`)
  await runSql(beside.href, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
}

/** Has a statement fail with one of the database's own codes. */
export async function raiseCode(store: Store, code: string): Promise<void> {
  await sql.raw(`do $$ begin raise exception 'refused' using errcode = '${code}'; end $$`).execute(store.db)
}
