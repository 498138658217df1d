import { sql, type Kysely, type Migration } from 'kysely'

/**
 * However a session ends (sign-out, a password change, removal of its user, by any process), open sockets hear of it
 * (CONTRACT section 3).
 */
export const sessionEndMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create function notify_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bellhop_sessions', '');
      return null;
    end
  $$`,
  `create trigger sessions_end after delete on sessions
    for each statement execute function notify_session_end()`,
]
