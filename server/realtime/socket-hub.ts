import type { WebSocket } from 'ws'
import { CLOSE_SESSION_ENDED, HEARTBEAT_MS } from '#src/contract/limits.ts'
import { filterAliveGuests } from '../auth/guest-sessions.ts'
import { filterAlive } from '../auth/sessions.ts'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import { SingleFlight } from '../single-flight.ts'
import type { Store } from '../store/store.ts'
import type { ChangeFeed, FeedEvent } from './change-feed.ts'
import { describeAdmins, describeChange, describeHint, HEARTBEAT_FRAME } from './frames.ts'
import { Presence } from './presence.ts'
import { SessionSockets } from './session-sockets.ts'

interface StaffSocket {
  id: string
  socket: WebSocket
  tokenHash: string
  /** Whose it is; null before the token was checked. Nothing is sent before. */
  userId: string | null
  /** The number of staff that it was sent last; null before the first. */
  sentCount: number | null
}

interface GuestSocket {
  tokenHash: string
  /** Null before the token was checked. Nothing is sent before. */
  chatId: string | null
}

/** A socket that takes nothing in for so many bytes is ended: its console pulls when it is back (I1). */
const BACKLOG_MAX_BYTES = 4 * 1024 * 1024
const PRESENCE_MS = 10_000
const CLOSE_GOING_AWAY = 1001
/** How long a console may take to answer a closing socket before the line is cut. */
const CLOSE_WAIT_MS = 300

/** This process's open sockets: frames out, heartbeats, presence, and the end of sessions. */
export class SocketHub {
  readonly #store: Store
  readonly #feed: ChangeFeed
  readonly #presence: Presence
  readonly #staff = new Set<StaffSocket>()
  readonly #guests = new Map<WebSocket, GuestSocket>()
  readonly #sessions = new SessionSockets()
  readonly #silent = new WeakSet<WebSocket>()
  readonly #isPlain: boolean
  readonly #heartbeatMs: number
  readonly #countFlight: SingleFlight
  readonly #sessionFlight: SingleFlight
  #ends: (() => void)[] = []

  /** `isPlain`: an environment that has the specification alone sends hints only, and no heartbeat. */
  constructor(
    store: Store,
    feed: ChangeFeed,
    log: Log,
    { isPlain, heartbeatMs = HEARTBEAT_MS }: { isPlain: boolean; heartbeatMs?: number },
  ) {
    this.#store = store
    this.#feed = feed
    this.#isPlain = isPlain
    this.#heartbeatMs = heartbeatMs
    this.#presence = new Presence(store)
    const report = (error: unknown) => log.error('sockets', error)
    this.#countFlight = new SingleFlight(() => this.#sendCount(), report)
    this.#sessionFlight = new SingleFlight(() => this.#closeEnded(), report)
  }

  async start(): Promise<void> {
    await this.#presence.start()
    const renew = new SingleFlight(
      async () => {
        await this.#presence.renew([...this.#staff].map(({ id }) => id))
        await this.#countFlight.wake()
      },
      () => undefined,
    )
    const beats = setInterval(() => this.#beat(), this.#heartbeatMs)
    const renewals = setInterval(() => void renew.wake(), PRESENCE_MS)
    this.#ends = [
      this.#feed.subscribe((event) => this.#broadcast(event)),
      await this.#store.listen('bellhop_presence', () => void this.#countFlight.wake()),
      await this.#store.listen('bellhop_sessions', () => void this.#sessionFlight.wake()),
      () => clearInterval(beats),
      () => clearInterval(renewals),
    ]
  }

  /** The ids of the users who have a socket open, in whichever process. */
  readOnlineUsers(): Promise<Set<string>> {
    return this.#presence.readUsers()
  }

  /** The ids of the users who have a socket open in this process. */
  listStaff(): string[] {
    return [...new Set([...this.#staff].flatMap(({ userId }) => userId ?? []))]
  }

  /** Sends a frame to the sockets of those for whom it is meant. */
  sendToStaff(frame: string, isMeant: (userId: string) => boolean): void {
    for (const { socket, userId } of this.#staff) if (userId !== null && isMeant(userId)) send(socket, frame)
  }

  /** Closes every socket and takes this process's presence away. */
  async stop(): Promise<void> {
    for (const end of this.#ends) end()
    const sockets = [...[...this.#staff].map(({ socket }) => socket), ...this.#guests.keys()]
    for (const socket of sockets) socket.close(CLOSE_GOING_AWAY)
    setTimeout(() => {
      for (const socket of sockets) socket.terminate()
    }, CLOSE_WAIT_MS)
    await this.#countFlight.stop()
    await this.#sessionFlight.stop()
    await this.#presence.stop()
  }

  /**
   * Takes in a staff socket whose token is checked meanwhile by `check`, so that a session which ends in between is seen
   * by one or the other. `check` gives the user's id, or null for a session that is none.
   */
  async addStaff(socket: WebSocket, tokenHash: string, check: () => Promise<string | null>): Promise<void> {
    const member: StaffSocket = { id: createId(), socket, tokenHash, userId: null, sentCount: null }
    this.#staff.add(member)
    socket.on('close', () => this.#staff.delete(member))
    this.#watch(socket, tokenHash)
    const userId = await check()
    if (userId === null) {
      socket.close(CLOSE_SESSION_ENDED, 'session ended')
      return
    }
    if (socket.readyState !== socket.OPEN) return
    member.userId = userId
    await this.#presence.join(member.id, userId)
    socket.on('close', () => void this.#leave(member))
    if (socket.readyState !== socket.OPEN) await this.#leave(member)
    await this.#countFlight.wake()
  }

  /**
   * A guest's socket: sent its own chat's messages only (CONTRACT section 8). `check` gives the chat's id, or null for a
   * session that is none; one that ends meanwhile is seen as with staff.
   */
  async addGuest(socket: WebSocket, tokenHash: string, check: () => Promise<string | null>): Promise<void> {
    const guest: GuestSocket = { tokenHash, chatId: null }
    this.#guests.set(socket, guest)
    socket.on('close', () => this.#guests.delete(socket))
    this.#watch(socket, tokenHash)
    guest.chatId = await check()
    if (guest.chatId === null) socket.close(CLOSE_SESSION_ENDED, 'session ended')
  }

  async #leave(member: StaffSocket): Promise<void> {
    try {
      await this.#presence.leave(member.id)
    } catch {
      // Where the database is gone the next renewal removes the row.
    }
  }

  #watch(socket: WebSocket, tokenHash: string): void {
    this.#sessions.add(tokenHash, socket)
    socket.on('pong', () => this.#silent.delete(socket))
  }

  #broadcast(event: FeedEvent): void {
    const hint = describeHint(event)
    const frame = this.#isPlain ? hint : describeChange(event)
    this.#sendStaff(frame)
    if (event.type !== 'new_message') return
    for (const [socket, guest] of this.#guests) if (guest.chatId === event.chatId) send(socket, hint)
  }

  #sendStaff(frame: string): void {
    for (const { socket, userId } of this.#staff) if (userId !== null) send(socket, frame)
  }

  /** A heartbeat for consoles that know it, and a ping that finds lines which died without a word. */
  #beat(): void {
    const sockets = [...[...this.#staff].map(({ socket }) => socket), ...this.#guests.keys()]
    const silent = sockets.filter((socket) => this.#silent.has(socket))
    // A process that was busy for so long has their answers lying unread: these are read before anybody is cut.
    setImmediate(() => {
      for (const socket of silent) if (this.#silent.has(socket)) socket.terminate()
    })
    for (const socket of sockets) {
      if (this.#silent.has(socket)) continue
      this.#silent.add(socket)
      if (socket.readyState === socket.OPEN) socket.ping()
    }
    if (!this.#isPlain) this.#sendStaff(HEARTBEAT_FRAME)
    void this.#sessionFlight.wake()
  }

  async #sendCount(): Promise<void> {
    if (this.#staff.size === 0) return
    const count = await this.#presence.countUsers()
    for (const member of this.#staff) {
      if (member.userId === null || member.sentCount === count) continue
      member.sentCount = count
      send(member.socket, describeAdmins(count))
    }
  }

  /** Sign-out, a password change and removal of the user, and a guest's end, reach open sockets of every process. */
  async #closeEnded(): Promise<void> {
    const members = [...this.#staff]
    const alive = await filterAlive(this.#store.db, [...new Set(members.map((member) => member.tokenHash))])
    for (const { socket, tokenHash } of members) {
      if (!alive.has(tokenHash)) socket.close(CLOSE_SESSION_ENDED, 'session ended')
    }
    const guests = [...this.#guests]
    const hashes = new Set(guests.map(([, guest]) => guest.tokenHash))
    const aliveGuests = await filterAliveGuests(this.#store.db, [...hashes])
    for (const [socket, { tokenHash }] of guests) {
      if (!aliveGuests.has(tokenHash)) socket.close(CLOSE_SESSION_ENDED, 'session ended')
    }
  }
}

function send(socket: WebSocket, frame: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) socket.terminate()
  else socket.send(frame)
}
