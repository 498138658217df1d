import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What guests are asked and answer (docs/decisions/025-ratings-links-and-sms.md): a row from the question on, one for each
 * occasion. Whose it is stands in it, because a guest may have several chats. And until when an alert sends no more SMS.
 */
export const ratingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table guest_ratings (
    id text primary key,
    chat_id text not null references chats (id) on delete cascade,
    guest_id text not null,
    asked_at timestamptz(3) not null,
    stars smallint check (stars between 1 and 5),
    rated_at timestamptz(3),
    low_at timestamptz(3)
  )`,
  `create index guest_ratings_chat on guest_ratings (chat_id, asked_at)`,
  `create index guest_ratings_guest on guest_ratings (guest_id) where stars is not null`,
  `alter table alert_deliveries add column held_back_until timestamptz(3)`,
]
