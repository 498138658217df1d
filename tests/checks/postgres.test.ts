import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'

describe("the tests' own PostgreSQL", () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('gives each test an empty database of its own', async () => {
    const one = await createPostgresDatabase(postgres.url)
    const other = await createPostgresDatabase(postgres.url)
    await runIn(one.url, 'CREATE TABLE rows (id int)')
    await expect(runIn(other.url, 'SELECT * FROM rows')).rejects.toThrow('does not exist')
    await one.drop()
    await expect(runIn(one.url, 'SELECT 1')).rejects.toThrow('does not exist')
    await other.drop()
  })

  it('is PostgreSQL 15 or newer', () => {
    expect(Number(/PostgreSQL (\d+)/.exec(postgres.version)?.[1])).toBeGreaterThanOrEqual(15)
  })
})

async function runIn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
