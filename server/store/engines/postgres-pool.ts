import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isConnectionFault } from '../database-faults.ts'

/**
 * The pool as the store uses it. A connection that failed, or that did not answer within `answerMs`, is never used again: the
 * database ends what it had open. `answerMs` null waits for as long as it takes.
 */
export function createPostgresPool(pool: pg.Pool, answerMs: number | null): PostgresPool {
  return {
    connect: async () => createClient(await pool.connect(), answerMs),
    end: () => pool.end(),
  }
}

function createClient(client: pg.PoolClient, answerMs: number | null): PostgresPoolClient {
  let fault: Error | null = null
  const query = async (text: string, params: readonly unknown[] = []) => {
    // What follows a fault, such as the rollback, would wait for an answer that does not come.
    if (fault) throw fault
    const limit = answerMs === null ? {} : { query_timeout: answerMs }
    try {
      const { command, rowCount, rows } = await client.query<object>({ text, values: [...params], ...limit })
      return { command, rowCount: rowCount ?? 0, rows }
    } catch (error) {
      if (isConnectionFault(error)) fault = error
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(fault !== null),
  }
}
