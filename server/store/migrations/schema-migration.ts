import type { Migration } from 'kysely'

/** A step of the schema (decision 038). */
export interface SchemaMigration extends Migration {
  /**
   * A build that does not know it can go on beside it: new tables, new columns with a default, indexes. Whoever does not say so
   * keeps older builds from this database.
   */
  isAdditive?: true
}
