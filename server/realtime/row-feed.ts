import { sql } from 'kysely'
import { LIST_READERS, type ListName } from '#src/contract/lists.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import { SingleFlight } from '../single-flight.ts'
import { readAuditEnd, readAuditOn } from '../store/configuration/audit.ts'
import type { Store } from '../store/store.ts'
import { describeRowsChanged, SESSION_CHANGED_FRAME } from './frames.ts'
import type { SocketHub } from './socket-hub.ts'

const BATCH_ENTRIES = 500
/** What a session shows of its user, or is renewed by. */
const SESSION_FIELDS = ['username', 'name', 'role']

/**
 * Sends consoles which lists of the configuration changed (CONTRACT section 4): reads the audit on from where this process
 * stands, on NOTIFY, after each LISTEN, and where the pulse finds something new, as the change feed does with chats (E3). Each list is sent once for
 * all that changed together, to those whose role may read it now.
 */
export class RowFeed {
  readonly #store: Store
  readonly #pulse: Pulse
  readonly #sockets: Pick<SocketHub, 'listStaff' | 'sendToStaff'>
  readonly #flight: SingleFlight
  readonly #recordings: SingleFlight
  #seq = 0
  #ends: (() => void)[] = []

  constructor(
    store: Store,
    sockets: Pick<SocketHub, 'listStaff' | 'sendToStaff'>,
    { log, pulse }: { log: Log; pulse: Pulse },
  ) {
    this.#store = store
    this.#pulse = pulse
    this.#sockets = sockets
    this.#flight = new SingleFlight(
      () => this.#readOn(),
      (error) => log.error('row feed', error),
    )
    this.#recordings = new SingleFlight(
      () => this.#sendHints(new Set(['intents']), new Set()),
      (error) => log.error('row feed', error),
    )
  }

  async start(): Promise<void> {
    this.#seq = await readAuditEnd(this.#store.db)
    const wake = () => void this.#flight.wake()
    this.#ends = [
      await this.#store.listen('bellhop_rows', wake),
      // What was recorded is no change of anybody's, and the audit knows nothing of it.
      await this.#store.listen('bellhop_speech', () => void this.#recordings.wake()),
      this.#pulse.watch(sql`select coalesce(max(seq), 0) from audit`, (newest) => {
        if (newest !== this.#seq) wake()
      }),
    ]
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end()
    await this.#flight.stop()
    await this.#recordings.stop()
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const entries = await readAuditOn(this.#store.db, this.#seq, BATCH_ENTRIES)
      const last = entries.at(-1)
      if (!last) return
      const lists = new Set(entries.flatMap(({ list }) => (list === 'users' ? [list, 'staff'] : [list])))
      const renamed = entries.filter(
        ({ list, changes }) =>
          list === 'users' && changes.some(({ field }) => SESSION_FIELDS.includes(field)),
      )
      await this.#sendHints(lists, new Set(renamed.map(({ rowId }) => rowId)))
      this.#seq = last.seq
    }
  }

  async #sendHints(lists: Set<string>, changedUsers: Set<string>): Promise<void> {
    const staff = this.#sockets.listStaff()
    if (staff.length === 0) return
    const users = await this.#store.db
      .selectFrom('users')
      .select(['id', 'role'])
      .where('id', 'in', staff)
      .execute()
    const roles = new Map(users.map(({ id, role }) => [id, role]))
    for (const list of lists) {
      if (!isListName(list)) continue
      const least = ROLES[LIST_READERS[list]]
      this.#sockets.sendToStaff(describeRowsChanged(list), (userId) => (roles.get(userId) ?? -1) >= least)
    }
    if (changedUsers.size === 0) return
    this.#sockets.sendToStaff(SESSION_CHANGED_FRAME, (userId) => changedUsers.has(userId))
  }
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(LIST_READERS, name)
}
