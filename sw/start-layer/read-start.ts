import { readTheme, type ThemeChoice } from '#src/actions/settings.ts'
import { readStartNote, type ListPlace } from '#src/actions/start-note.ts'
import { readChatList, type ChatListEntry } from '#src/db/chat-list.ts'
import { readClockOffset, readSyncedAt } from '#src/db/mirror/meta.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { isLive, isLongAway, type LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type DatabaseOptions, type Workspace } from '#src/db/workspace.ts'
import { readChatFilter, readChatType, type ChatFilter, type ChatType } from '#src/domain/chats/filters.ts'
import type { Holder } from '#src/domain/chats/holder.ts'

/** As many as no screen shows at once (W6). */
const ROWS = 30

/** What a start shows before any script of the page has run. */
export interface StartReading {
  entries: readonly ChatListEntry[]
  me: Holder
  /** The environment's clock, ms (I8). */
  now: number
  filter: ChatFilter
  type: ChatType
  theme: ThemeChoice
  places: readonly ListPlace[]
}

/**
 * Reads the newest chats for a start at `url`, with the databases kept open: opening them takes longer than reading. Null
 * where nobody is signed in, nothing is mirrored yet, or it is not known which environment the page will be in.
 */
export class StartReader {
  readonly #options: DatabaseOptions
  #sessionDb: SessionDatabase | null = null
  #workspace: Workspace | null = null

  constructor(options: DatabaseOptions = {}) {
    this.#options = options
  }

  async read(url: URL, deviceNow: number): Promise<StartReading | null> {
    // An address that names an environment is the page's to follow.
    if (url.searchParams.has('env')) return null
    try {
      return await this.#read(url, deviceNow)
    } catch (error) {
      // Closed by the browser, by a sign-out or for a newer build: opened anew at the next start.
      this.close()
      throw error
    }
  }

  close(): void {
    this.#leaveWorkspace()
    this.#sessionDb?.close({ disableAutoOpen: true })
    this.#sessionDb = null
  }

  async #read(url: URL, deviceNow: number): Promise<StartReading | null> {
    const sessionDb = await this.#openSessionDb()
    const [note, theme] = await Promise.all([readStartNote(sessionDb), readTheme(sessionDb)])
    const session = note && (await sessionDb.sessions.get(note.origin))
    if (!note || !session || !isLive(session) || isLongAway(session, deviceNow)) return null
    const workspace = await this.#enter(session)
    const { mirror } = workspace
    const [syncedAt, offset] = await Promise.all([readSyncedAt(mirror), readClockOffset(mirror)])
    if (syncedAt === null) return null
    const filter = readChatFilter(url.searchParams.get('chatFilter'))
    const type = readChatType(url.searchParams.get('chatType'))
    const now = deviceNow + offset
    const query = { filter, type, search: '', isShowingAll: false, now }
    const { entries } = await readChatList(workspace, query, 0, ROWS)
    // Who signed out meanwhile is shown nothing (D8).
    const after = await sessionDb.sessions.get(note.origin)
    if (entries.length === 0 || !isLive(after) || after.epoch !== session.epoch) return null
    return { entries, me: session.user, now, filter, type, theme, places: note.places }
  }

  async #openSessionDb(): Promise<SessionDatabase> {
    if (this.#sessionDb) return this.#sessionDb
    const sessionDb = new SessionDatabase(this.#options)
    await sessionDb.open()
    this.#sessionDb = sessionDb
    return sessionDb
  }

  async #enter(session: LiveSession): Promise<Workspace> {
    const { origin, user, epoch } = session
    const known = this.#workspace
    if (known && known.origin === origin && known.user.id === user.id && known.epoch === epoch) return known
    this.#leaveWorkspace()
    const leave = () => this.#leaveWorkspace()
    this.#workspace = await openWorkspace(session, this.#options, { onOutdated: leave, onBroken: leave })
    return this.#workspace
  }

  #leaveWorkspace(): void {
    if (this.#workspace) closeWorkspace(this.#workspace)
    this.#workspace = null
  }
}
