import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Bytes of attachments may be outside of the database (docs/decisions/034-where-attachments-live.md): a row says in which
 * home they are and under which key. Rows of before have neither size nor digest: both are read from their bytes.
 */
export const attachmentFilesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `alter table attachments
    alter column bytes drop not null,
    add column home text not null default 'database' check (home in ('database', 'files', 's3')),
    add column key text,
    add column size integer,
    add column digest text`,
  `create index attachments_key on attachments (home, key) where key is not null`,
  `create index attachments_bytes on attachments (home, id) where bytes is not null`,
  // What was put into the object store, noted before it is put: so nothing of it is forgotten, and nothing else removed.
  `create table attachment_objects (
    key text primary key,
    put_at timestamptz(3) not null default now()
  )`,
]
