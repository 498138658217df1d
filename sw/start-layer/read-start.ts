import { readTheme, type ThemeChoice } from '#src/actions/settings.ts'
import { readStartNote, type ListPlace, type StartNote } from '#src/actions/start-note.ts'
import { readChatList, type ChatListEntry } from '#src/db/chat-list.ts'
import { readClockOffset, readSyncedAt } from '#src/db/mirror/meta.ts'
import { SessionDatabase, type SessionRow } from '#src/db/session/database.ts'
import { isLive, isLongAway, type LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type DatabaseOptions, type Workspace } from '#src/db/workspace.ts'
import { readChatFilter, readChatType, type ChatFilter, type ChatType } from '#src/domain/chats/filters.ts'
import type { Holder } from '#src/domain/chats/holder.ts'

/** As many as no screen shows at once (W6). */
const MOST_ROWS = 30
/** Below what a screen shows, for who scrolls at once. */
const SPARE_ROWS = 4
/** The lower one of the two heights of a row (`src/app/start/start-layer.css`), px. */
const LEAST_ROW_PX = 84

/** A start of somebody who is signed in. */
export interface Start {
  theme: ThemeChoice
  /** The newest chats; null where there are none, or their person has signed out meanwhile (D8). */
  readRows(): Promise<StartRows | null>
}

/** What a start shows before any script of the page has run. */
export interface StartRows {
  entries: readonly ChatListEntry[]
  me: Holder
  /** The environment's clock, ms (I8). */
  now: number
  filter: ChatFilter
  type: ChatType
  places: readonly ListPlace[]
}

/** Reads for starts, with the databases kept open in between: opening them takes longer than reading. */
export class StartReader {
  readonly #options: DatabaseOptions
  #sessionDb: SessionDatabase | null = null
  #workspace: Workspace | null = null
  /** How many rows the last start needed. */
  #limit = MOST_ROWS

  constructor(options: DatabaseOptions = {}) {
    this.#options = options
  }

  /** Null where nobody is signed in, or it is not known which environment the page will be in. */
  async begin(url: URL, deviceNow: number): Promise<Start | null> {
    // An address that names an environment is the page's to follow.
    if (url.searchParams.has('env')) return null
    // Whose databases are open still is most probably whose start this is: they are read while that is asked.
    const known = this.#workspace
    const early = known && this.#readRows(known, url, deviceNow)
    early?.catch(() => undefined)
    return this.#closeOnFailure(async () => {
      const sessionDb = await this.#openSessionDb()
      const { note, theme, session } = await readSession(sessionDb)
      if (!note || !session || !isLive(session) || isLongAway(session, deviceNow)) return null
      const { places } = note
      this.#limit = countRows(places)
      return {
        theme,
        readRows: () =>
          this.#closeOnFailure(async () => {
            const isKnown = known !== null && isOf(known, session)
            const rows = await (isKnown ? early : this.#readRows(await this.#enter(session), url, deviceNow))
            const after = await sessionDb.sessions.get(session.origin)
            return rows && isLive(after) && after.epoch === session.epoch ? { ...rows, places } : null
          }),
      }
    })
  }

  close(): void {
    this.#leaveWorkspace()
    this.#sessionDb?.close({ disableAutoOpen: true })
    this.#sessionDb = null
  }

  async #readRows(
    workspace: Workspace,
    url: URL,
    deviceNow: number,
  ): Promise<Omit<StartRows, 'places'> | null> {
    const { mirror } = workspace
    const [syncedAt, offset] = await mirror.transaction('r', mirror.meta, () =>
      Promise.all([readSyncedAt(mirror), readClockOffset(mirror)]),
    )
    if (syncedAt === null) return null
    const filter = readChatFilter(url.searchParams.get('chatFilter'))
    const type = readChatType(url.searchParams.get('chatType'))
    const now = deviceNow + offset
    const query = { filter, type, search: '', isShowingAll: false, now }
    const { entries } = await readChatList(workspace, query, 0, this.#limit)
    return entries.length === 0 ? null : { entries, me: workspace.user, now, filter, type }
  }

  /** What was closed by the browser, by a sign-out or for a newer build is opened anew at the next start. */
  async #closeOnFailure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.close()
      throw error
    }
  }

  async #openSessionDb(): Promise<SessionDatabase> {
    if (this.#sessionDb) return this.#sessionDb
    const sessionDb = new SessionDatabase(this.#options)
    await sessionDb.open()
    this.#sessionDb = sessionDb
    return sessionDb
  }

  async #enter(session: LiveSession): Promise<Workspace> {
    if (this.#workspace && isOf(this.#workspace, session)) return this.#workspace
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

/** In one transaction: opening one costs more than what is read in it. */
function readSession(
  sessionDb: SessionDatabase,
): Promise<{ note: StartNote | null; theme: ThemeChoice; session: SessionRow | null }> {
  return sessionDb.transaction('r', [sessionDb.settings, sessionDb.sessions], async () => {
    const [note, theme] = await Promise.all([readStartNote(sessionDb), readTheme(sessionDb)])
    const session = note && ((await sessionDb.sessions.get(note.origin)) ?? null)
    return { note, theme, session }
  })
}

/** As many as fill the highest of the windows: rows below it would only be laid out, before anything is painted. */
function countRows(places: readonly ListPlace[]): number {
  const height = Math.max(...places.map((place) => place.height))
  return Math.min(MOST_ROWS, Math.ceil(height / LEAST_ROW_PX) + SPARE_ROWS)
}

function isOf(workspace: Workspace, { origin, user, epoch }: LiveSession): boolean {
  return workspace.origin === origin && workspace.user.id === user.id && workspace.epoch === epoch
}
