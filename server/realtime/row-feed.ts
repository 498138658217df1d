import { LIST_READERS, type ListName } from '#src/contract/lists.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { Log } from '../log.ts'
import { SingleFlight } from '../single-flight.ts'
import { readAuditEnd, readAuditOn } from '../store/configuration/audit.ts'
import type { Store } from '../store/store.ts'
import { describeRowsChanged, SESSION_CHANGED_FRAME } from './frames.ts'
import type { SocketHub } from './socket-hub.ts'

const POLL_MS = 2_000
const BATCH_ENTRIES = 500
/** What a session shows of its user, or is renewed by. */
const SESSION_FIELDS = ['username', 'name', 'role']

/**
 * Sends consoles which lists of the configuration changed (CONTRACT section 4): reads the audit on from where this process
 * stands, on NOTIFY, after each LISTEN, and every 2 s, as the change feed does with chats (E3). Each list is sent once for
 * all that changed together, to those whose role may read it now.
 */
export class RowFeed {
  readonly #store: Store
  readonly #sockets: Pick<SocketHub, 'listStaff' | 'sendToStaff'>
  readonly #flight: SingleFlight
  #seq = 0
  #timer: NodeJS.Timeout | null = null
  #unlisten: () => void = () => undefined

  constructor(store: Store, sockets: Pick<SocketHub, 'listStaff' | 'sendToStaff'>, log: Log) {
    this.#store = store
    this.#sockets = sockets
    this.#flight = new SingleFlight(
      () => this.#readOn(),
      (error) => log.error('row feed', error),
    )
  }

  async start(): Promise<void> {
    this.#seq = await readAuditEnd(this.#store.db)
    this.#unlisten = await this.#store.listen('bellhop_rows', () => void this.#flight.wake())
    this.#timer = setInterval(() => void this.#flight.wake(), POLL_MS)
  }

  async stop(): Promise<void> {
    this.#unlisten()
    if (this.#timer) clearInterval(this.#timer)
    await this.#flight.stop()
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
