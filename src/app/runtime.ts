import type { ApiTarget } from '#src/api/http.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import type { EnvironmentOption } from '#src/contract/environments.ts'
import type { SignedInUser } from '#src/contract/auth.ts'
import { OutboxUnreadableError, OutdatedBuildError } from '#src/db/errors.ts'
import type { AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase, SessionRow } from '#src/db/session/database.ts'
import { observeSession } from '#src/db/session/observe.ts'
import { isLive, isLongAway, readCapabilities, type LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type Workspace } from '#src/db/workspace.ts'
import { createConnectionStore, type ConnectionStore } from '#src/lib/connection.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { PageHost } from '#src/sync/page-host.ts'
import { registerBackgroundSync } from './background-sync.ts'
import { waitForMirroredRows } from './after-rows.ts'
import { createRevocationSender } from './pending-revocations.ts'
import type { Environments } from './environments.ts'
import type { Preferences } from './preferences.ts'
import type { ListAhead } from './list-ahead.ts'
import { createPageHost } from './page-host.ts'
import { noteStart } from './start/note-start.ts'
import { readRowsEarly } from './start/read-rows-early.ts'
import { createRenewal } from './renewal.ts'
import { startEngineLater } from './start-engine-later.ts'
import type { ChosenStorage } from './storage.ts'
import { onReturn } from './visibility.ts'

/** How often an open console looks whether it has been away for too long (D9). */
const LOOK_AWAY_EVERY_MS = 60 * 60_000

/** What the whole app is in. Impossible combinations can't be written (STYLE rule 5). */
export type AppState =
  | { kind: 'starting' }
  /** Nobody is signed in; `formerUser` where the environment ended the session and their work is kept (D8). */
  | { kind: 'signed-out'; formerUser: SignedInUser | null; reason: 'none' | 'session-ended' | 'long-away' }
  | { kind: 'signed-in'; workspace: Workspace; engine: Engine }
  /** A newer build has changed a database: only a reload goes on (D4). */
  | { kind: 'outdated' }
  | { kind: 'storage-broken' }
  /** The outbox, with its name, can't be opened (D6). */
  | { kind: 'outbox-unreadable'; session: LiveSession }
  /** What nobody foresaw, in its own words, and whose work may wait on this device. */
  | { kind: 'failed'; problem: string; owner: AlertsPerson | null }
  | { kind: 'insecure' }
  /** environments.json could not be read, now or ever before. */
  | { kind: 'no-environments' }

export interface Runtime {
  environment: EnvironmentOption
  environments: Environments
  preferences: Preferences
  origin: string
  sessionDb: SessionDatabase
  target: ApiTarget
  capabilities: Store<Capabilities>
  connection: ConnectionStore
  host: PageHost
  /** What a sign-in has asked for while there was no console yet, for its session: the databases are made meanwhile. */
  listAhead: { current: ListAhead | null }
  state: Store<AppState>
  /** Whether the browser promised to keep this device's data; null until it answered (D7). */
  isPersisted: Store<boolean | null>
  /** IndexedDB was refused (D6). */
  isMemoryOnly: boolean
  /** Tries to open the current user's databases again, for example after an unreadable outbox was replaced. */
  reopen(): Promise<void>
  /**
   * Runs `work` before any change of the session is shown. Sign-out needs it: it clears the databases, which are closed
   * before the end is shown (D8).
   */
  runBeforeShowing<T>(work: () => Promise<T>): Promise<T>
  /** Goes on with sign-outs that are not finished: what can't be cleared stays pending (D8). */
  finishSignOuts(): Promise<void>
}

/** Where the calls of an environment go, or those of the page's own host. */
export function targetOf(origin: string): ApiTarget {
  return { origin, fetch: (input, init) => fetch(input, init) }
}

/** The app in one environment. `start` shows whoever is signed in to it. */
export function createRuntime(
  environment: EnvironmentOption,
  origin: string,
  sessionDb: SessionDatabase,
  storage: ChosenStorage,
  chosen: Pick<Runtime, 'preferences' | 'environments' | 'finishSignOuts'>,
): Runtime & { start(): Promise<void> } {
  const target = targetOf(origin)
  const capabilities = createStore<Capabilities>(NO_CAPABILITIES)
  const connection = createConnectionStore(Date.now())
  const host = createPageHost(connection, storage.isMemoryOnly)
  const listAhead: Runtime['listAhead'] = { current: null }
  const state = createStore<AppState>({ kind: 'starting' })
  const isPersisted = createStore<boolean | null>(null)
  const renewSession = createRenewal(async (session, now) => {
    const { renewUser } = await import('#src/actions/session-renew.ts')
    await renewUser(sessionDb, target, session, now)
  }, connection)
  const revokeEndedSessions = createRevocationSender(async () => {
    if ((await sessionDb.pendingRevocations.count()) === 0) return true
    const { sendRevocations } = await import('#src/actions/session-sign-out.ts')
    return sendRevocations(sessionDb, target)
  })
  let shownFor: SessionRow | undefined
  let queue = Promise.resolve()
  let stopBackgroundSync: () => void = () => undefined
  let stopNoting: () => void = () => undefined

  const events = {
    onOutdated: () => leave({ kind: 'outdated' }),
    onBroken: () => leave({ kind: 'storage-broken' }),
  }

  function leave(next: AppState): void {
    const before = state.get()
    if (before.kind === 'signed-in') before.engine.stop()
    state.set(next)
  }

  /** Follows the session row, whichever tab changed it: one change at a time. */
  function follow(row: SessionRow | undefined): Promise<void> {
    queue = queue.then(() => show(row)).catch((error: unknown) => fail(row, error))
    return queue
  }

  /** Whatever was on the screen, it is not what holds now. */
  function fail(row: SessionRow | undefined, error: unknown): void {
    logger.error('the session can’t be shown', { error: String(error) })
    const owner = isLive(row) ? { origin, userId: row.user.id } : null
    leave({ kind: 'failed', problem: String(error), owner })
  }

  async function show(row: SessionRow | undefined): Promise<void> {
    const before = state.get()
    const hasExpired = before.kind === 'signed-in' && isLive(row) && isLongAway(row, Date.now())
    const isShown = before.kind !== 'starting' && isSame(row, shownFor) && !hasExpired
    if (before.kind === 'outdated') return
    shownFor = row
    if (isShown) return showUser(row)
    revokeEndedSessions()
    if (before.kind === 'signed-in') {
      before.engine.stop()
      stopBackgroundSync()
      stopNoting()
      closeWorkspace(before.workspace)
      // Nothing of the former user is on the screen while the rest is cleared.
      state.set({ kind: 'starting' })
    }
    // A start has done so before there was a state.
    if (before.kind !== 'starting') await chosen.finishSignOuts()
    if (!isLive(row)) {
      state.set({
        kind: 'signed-out',
        formerUser: row?.user ?? null,
        reason: row?.status === 'locked' ? 'session-ended' : 'none',
      })
    } else if (isLongAway(row, Date.now())) {
      state.set({ kind: 'signed-out', formerUser: row.user, reason: 'long-away' })
    } else {
      await enter(row)
    }
  }

  /** The same session with another role or name: the screens follow, the engine need not know. */
  function showUser(row: SessionRow | undefined): void {
    const before = state.get()
    if (before.kind !== 'signed-in' || !isLive(row)) return
    const { user } = before.workspace
    if (user.role === row.user.role && user.name === row.user.name) return
    state.set({ ...before, workspace: { ...before.workspace, user: row.user } })
  }

  function renew(isChanged = false): void {
    if (isLive(shownFor)) renewSession(shownFor, isChanged)
  }

  async function enter(session: LiveSession): Promise<void> {
    const opening = openWorkspace(session, storage.options, events, storage.isMemoryOnly)
    const ahead = listAhead.current?.token === session.token ? listAhead.current : null
    listAhead.current = null
    try {
      const [known, workspace] = await Promise.all([
        readCapabilities(sessionDb, origin),
        opening,
        ahead ?? opening.then((opened) => readRowsEarly(opened)),
      ])
      capabilities.set(known ?? NO_CAPABILITIES)
      const engine = startEngineLater(
        {
          workspace,
          sessionDb,
          session,
          capabilities,
          host,
          firstList: ahead,
          onSessionChanged: () => renew(true),
        },
        waitForMirroredRows(workspace.mirror),
      )
      stopBackgroundSync = registerBackgroundSync(workspace)
      stopNoting = noteStart(sessionDb, origin)
      await ahead?.waitUntilDrawable(workspace)
      state.set({ kind: 'signed-in', workspace, engine })
      void askPersistence().then(isPersisted.set)
    } catch (error) {
      void opening.then(closeWorkspace, () => undefined)
      if (error instanceof OutdatedBuildError) state.set({ kind: 'outdated' })
      else if (error instanceof OutboxUnreadableError) state.set({ kind: 'outbox-unreadable', session })
      else throw error
    }
  }

  const runtime: Runtime = {
    ...chosen,
    environment,
    origin,
    sessionDb,
    target,
    capabilities,
    connection,
    host,
    listAhead,
    state,
    isPersisted,
    isMemoryOnly: storage.isMemoryOnly,
    async reopen() {
      shownFor = undefined
      state.set({ kind: 'starting' })
      await follow(await sessionDb.sessions.get(origin))
    },
    runBeforeShowing(work) {
      const done = queue.then(work)
      queue = done.then(
        () => undefined,
        () => undefined,
      )
      return done
    },
  }

  return {
    ...runtime,
    async start() {
      await follow(await sessionDb.sessions.get(origin))
      observeSession(
        () => sessionDb.sessions.get(origin),
        (row) => void follow(row),
      )
      observeSession(
        () => readCapabilities(sessionDb, origin),
        (known) => {
          if (known) capabilities.set(known)
        },
      )
      sessionDb.on('versionchange', () => {
        sessionDb.close({ disableAutoOpen: true })
        events.onOutdated()
      })
      connection.subscribe(() => renew())
      const look = () => {
        sessionDb.sessions
          .get(origin)
          .then(follow)
          .catch((error: unknown) => logger.warn('the session can’t be read', { error: String(error) }))
        renew()
      }
      // A frozen page may have slept through a sign-out (D8); one that was offline tells of its own now.
      onReturn(() => {
        look()
        revokeEndedSessions()
        void chosen.finishSignOuts()
      })
      setInterval(look, LOOK_AWAY_EVERY_MS)
    },
  }
}

/** Asks the browser not to evict this device's data (D7); null where it can't be asked. */
async function askPersistence(): Promise<boolean | null> {
  if (!navigator.storage?.persist) return null
  return (await navigator.storage.persisted()) || navigator.storage.persist()
}

function isSame(a: SessionRow | undefined, b: SessionRow | undefined): boolean {
  return (
    a?.status === b?.status && a?.token === b?.token && a?.epoch === b?.epoch && a?.user?.id === b?.user?.id
  )
}
