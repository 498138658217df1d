import pg from 'pg'

/**
 * How long the database lets a transaction stand open without a statement. Nothing but SQL is awaited in one (E5), so that
 * only a process that was stopped needs longer, and what it has locked is free again. Shorter than `LOCK_WAIT_MS`, so that
 * who waits for that lock gets it.
 */
const IDLE_IN_TRANSACTION_MS = 5_000
/** How long a statement waits for a lock at most. */
const LOCK_WAIT_MS = 8_000
/** How long a statement of a call takes at most. */
const STATEMENT_MS = 20_000
/** How long an answer is waited for: longer than any statement takes, so that only a server that is gone exceeds it. */
export const ANSWER_MS = 25_000
/** How long a connection is waited for, be it one that others use now or a new one. */
const CONNECT_MS = 8_000
/** A host that vanished is noticed, from either side, within half a minute. */
const KEEPALIVE_MS = 10_000
const HOST_SETTINGS = {
  tcp_keepalives_idle: KEEPALIVE_MS / 1_000,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 20_000,
}
const CALL_SETTINGS = {
  lock_timeout: LOCK_WAIT_MS,
  statement_timeout: STATEMENT_MS,
}
const INT8_OID = 20

/** Sequence numbers and counts fit a double; the embedded database reads them alike. */
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, (text: string) => Number(text))

/** A connection for calls and for all that has to let others through. */
export function configureCalls(databaseUrl: string): pg.ClientConfig {
  return configure(databaseUrl, CALL_SETTINGS)
}

/** A connection for what may take its time, such as migrations: one waits for another, and an index for its table. */
export function configureLongWork(databaseUrl: string): pg.ClientConfig {
  return configure(databaseUrl, {})
}

function configure(databaseUrl: string, settings: Record<string, number>): pg.ClientConfig {
  const all = {
    timezone: 'UTC',
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...HOST_SETTINGS,
    ...settings,
  }
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: 'bellhop',
    options: Object.entries(all)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
  }
}
