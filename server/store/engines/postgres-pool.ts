import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isConnectionFault } from '../database-faults.ts'
import { StatementNames } from './statement-names.ts'

/**
 * The pool as the store uses it. A connection that failed, or that did not answer within `answerMs`, is never used again: the
 * database ends what it had open. `answerMs` null waits for as long as it takes.
 */
export function createPostgresPool(pool: pg.Pool, answerMs: number | null): PostgresPool {
  const names = new StatementNames()
  return {
    connect: async () => createClient(await pool.connect(), names, answerMs),
    end: () => pool.end(),
  }
}

function createClient(
  client: pg.PoolClient,
  names: StatementNames,
  answerMs: number | null,
): PostgresPoolClient {
  let fault: Error | null = null
  const limit = answerMs === null ? {} : { query_timeout: answerMs }
  const send = async (text: string, params: readonly unknown[], name: string | null) => {
    const kept = name === null ? {} : { name }
    try {
      return await client.query<object>({ text, values: [...params], ...kept, ...limit })
    } catch (error) {
      if (isConnectionFault(error)) fault = error
      throw error
    }
  }
  const query = async (text: string, params: readonly unknown[] = []) => {
    // What follows a fault, such as the rollback, would wait for an answer that does not come.
    if (fault) throw fault
    const name = names.find(text)
    const { command, rowCount, rows } = await send(text, params, name).catch((error: unknown) => {
      if (name === null || !isOutdated(error)) throw error
      names.forgetAll()
      return send(text, params, null).catch((second: unknown) => {
        throw readCode(second) === TRANSACTION_IS_OVER ? new OutdatedStatement() : second
      })
    })
    return { command, rowCount: rowCount ?? 0, rows }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(fault !== null),
  }
}

/** As PostgreSQL numbers what is asked after a failed statement of a transaction (`in_failed_sql_transaction`). */
const TRANSACTION_IS_OVER = '25P02'

/** A table has changed since: a release that is installed beside this process has done it. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /^cached plan must not change result type/.test(error.message)
}

/** Its transaction is lost, and succeeds when it is run again: to the store, a `serialization_failure`. */
class OutdatedStatement extends Error {
  readonly code = '40001'

  constructor() {
    super('a table has changed since its statement was kept')
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : null
}
