import { sql } from 'kysely'

/** `pg_advisory_xact_lock` of the change log (E3): any constant that nothing else uses. */
export const LOG_LOCK = 7_202_601

/** The log's lock, as the first part of a statement that writes changes (E3), and word to those who read the log. */
export const lockLog = sql`locked as materialized (
      select pg_advisory_xact_lock(${LOG_LOCK}), pg_notify('bellhop_changes', '')
    )`

/**
 * The log's clock, where `log` has `now`: the database's, at least 1 ms after the chat's last message, so that times order
 * messages.
 */
export const commitTime = sql`greatest(date_trunc('milliseconds', log.now), last_message_at + interval '1 millisecond')`
