import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { findSharedChromium } from '#tests/support/chromium.ts'
import { openGuestInNeed, type Guest } from '#tests/support/guest.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startHotelServer, type Kind } from '#tests/support/shared-servers.ts'
import { signInStaff, type Staff } from '#tests/support/staff.ts'
import type { StoredText } from './outcome.ts'

const CONNECTIONS = 2

/** Two agents of one schedule; no other schedule has them. */
export interface Pair {
  same: Staff
  other: Staff
  usernames: Record<'same' | 'other', string>
}

/**
 * A small hotel for one schedule after another, some of them at once: one built server, one browser. Each schedule has guests,
 * agents and a device of its own, and leaves nothing behind.
 */
export class House {
  readonly manner: Kind
  readonly server: ServerProcess
  readonly browser: Browser
  readonly #db: pg.Pool
  /** Chats of all schedules so far. */
  readonly #chatIds = new Set<string>()
  #isUp = true
  #schedules = 0

  private constructor(manner: Kind, server: ServerProcess, browser: Browser, db: pg.Pool) {
    this.manner = manner
    this.server = server
    this.browser = browser
    this.#db = db
  }

  /** `data`: the database of a stopped hotel, which is copied. */
  static async open(manner: Kind, data: string): Promise<House> {
    const server = await startHotelServer(manner, data)
    const db = new pg.Pool({ connectionString: server.databaseUrl ?? '', max: CONNECTIONS })
    return new House(manner, server, await findSharedChromium('shell'), db)
  }

  /** Agents of one schedule, who have a password that is known. */
  async hire(): Promise<Pair> {
    this.#schedules += 1
    const mark = `${this.manner}-${this.#schedules}`
    const usernames = { same: `same-${mark}`, other: `other-${mark}` }
    for (const username of Object.values(usernames)) {
      await this.#db.query(
        `insert into users (id, username, name, role, password_hash)
         select $1, $1, $1, role, password_hash from users where username = 'agent'`,
        [username],
      )
    }
    const [same, other] = await Promise.all([this.#signIn(usernames.same), this.#signIn(usernames.other)])
    return { same, other, usernames }
  }

  /** A guest whose chat waits for a person. */
  async openGuestInNeed(name: string): Promise<Guest> {
    const guest = await openGuestInNeed(this.server.url, name)
    this.#chatIds.add(guest.chatId)
    return guest
  }

  /** Whether a call is about a chat of another schedule: people may still be at work there, and every desk hears of it. */
  isAboutOthers(path: string, own: readonly string[]): boolean {
    return [...this.#chatIds].some((chatId) => path.includes(chatId) && !own.includes(chatId))
  }

  /** What staff wrote in a chat, in order, as it stands in the database. */
  async readStored(chatId: string): Promise<StoredText[]> {
    const { rows } = await this.#db.query<{ text: string; user_id: string }>(
      `select text, user_id from messages
       where chat_id = $1 and user_id is not null and type <> 'event' order by created_at`,
      [chatId],
    )
    return rows.map(({ text, user_id }) => ({ text, userId: user_id }))
  }

  async countMessages(chatIds: readonly string[]): Promise<number> {
    const { rows } = await this.#db.query<{ count: number }>(
      'select count(*)::int as count from messages where chat_id = any($1)',
      [chatIds],
    )
    return rows[0]?.count ?? 0
  }

  /** Ends the session of a token, as where it has been unused for too long. */
  async expire(token: string): Promise<void> {
    const hash = createHash('sha256').update(token).digest('hex')
    await this.#db.query('delete from sessions where token_hash = $1', [hash])
  }

  async clearAway(chatIds: readonly string[], { same, other }: Pair): Promise<void> {
    await this.#db.query('delete from chats where id = any($1)', [chatIds])
    await this.#db.query('delete from users where id = any($1)', [[same.user.id, other.user.id]])
  }

  async kill(): Promise<void> {
    if (this.#isUp) await this.server.kill()
    this.#isUp = false
  }

  async start(): Promise<void> {
    if (!this.#isUp) await this.server.restart()
    this.#isUp = true
  }

  async close(): Promise<void> {
    await this.#db.end()
    await this.server.remove()
  }

  #signIn(username: string): Promise<Staff> {
    return signInStaff(this.server.url, username)
  }
}
