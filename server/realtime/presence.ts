import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { Store } from '../store/store.ts'

/** A row that was not renewed for this long belongs to a process that died. */
const GONE_SECONDS = 30
const gone = sql<Date>`clock_timestamp() - make_interval(secs => ${GONE_SECONDS}::float8)`

/** Who of the staff has a socket open, over all processes: kept in the database (E4). */
export class Presence {
  readonly #store: Store
  readonly #processId = createId()

  constructor(store: Store) {
    this.#store = store
  }

  /** An embedded database has one process: what another run left behind is gone. */
  async start(): Promise<void> {
    if (this.#store.kind === 'embedded') await this.#store.db.deleteFrom('presence').execute()
  }

  async join(socketId: string, userId: string): Promise<void> {
    await this.#store.transact(async (tx) => {
      await tx.insertInto('presence').values({ socketId, userId, processId: this.#processId }).execute()
      await sql`select pg_notify('bellhop_presence', '')`.execute(tx)
    })
  }

  async leave(socketId: string): Promise<void> {
    await this.#store.transact(async (tx) => {
      await tx.deleteFrom('presence').where('socketId', '=', socketId).execute()
      await sql`select pg_notify('bellhop_presence', '')`.execute(tx)
    })
  }

  /** Distinct users with an open socket (CONTRACT section 4). */
  async countUsers(): Promise<number> {
    const row = await this.#store.db
      .selectFrom('presence')
      .select(sql<number>`count(distinct user_id)`.as('count'))
      .where('seenAt', '>', gone)
      .executeTakeFirstOrThrow()
    return row.count
  }

  /** The ids of the users with an open socket. */
  async readUsers(): Promise<Set<string>> {
    const rows = await this.#store.db
      .selectFrom('presence')
      .select('userId')
      .distinct()
      .where('seenAt', '>', gone)
      .execute()
    return new Set(rows.map(({ userId }) => userId))
  }

  /**
   * Renews the rows of the sockets that this process has open, and removes the others of its own: one may have closed
   * while the database was away. Rows of processes that died go too.
   */
  async renew(openSocketIds: readonly string[]): Promise<void> {
    const open = sql<string>`any(${openSocketIds}::text[])`
    await this.#store.db
      .updateTable('presence')
      .set({ seenAt: sql<Date>`clock_timestamp()` })
      .where('processId', '=', this.#processId)
      .where('socketId', '=', open)
      .execute()
    await this.#store.db
      .deleteFrom('presence')
      .where((eb) =>
        eb.or([
          eb('seenAt', '<=', gone),
          eb.and([eb('processId', '=', this.#processId), eb.not(eb('socketId', '=', open))]),
        ]),
      )
      .execute()
  }

  /** This process ends: its rows go at once. */
  async stop(): Promise<void> {
    await this.#store.transact(async (tx) => {
      await tx.deleteFrom('presence').where('processId', '=', this.#processId).execute()
      await sql`select pg_notify('bellhop_presence', '')`.execute(tx)
    })
  }
}
