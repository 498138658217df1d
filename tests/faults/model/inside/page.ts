import { finishSignOuts } from '#src/actions/finish-sign-outs.ts'
import { signIn, type SignInResult } from '#src/actions/session-sign-in.ts'
import { sendRevocations, signOut } from '#src/actions/session-sign-out.ts'
import type { FirstList } from '#src/api/first-list.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { createRevocationSender } from '#src/app/pending-revocations.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { OutboxUnreadableError, OutdatedBuildError } from '#src/db/errors.ts'
import { SessionDatabase, type SessionRow } from '#src/db/session/database.ts'
import { observeSession } from '#src/db/session/observe.ts'
import type { UnsentChoice } from '#src/db/session/pending-clearings.ts'
import { isLive, isLongAway, readCapabilities, type LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, deleteOldMirrors, openWorkspace, type Workspace } from '#src/db/workspace.ts'
import { createConnectionStore } from '#src/lib/connection.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore } from '#src/lib/store.ts'
import { startEngine, type Engine } from '#src/sync/engine.ts'
import type { AskedList } from '#src/sync/first-list.ts'
import type { PageHost } from '#src/sync/page-host.ts'

/** What a tab's surroundings give its page. */
export interface Shell {
  registerSync(): Promise<void>
  isVisible(): boolean
  onVisibility(listener: () => void): () => void
  onReturn(listener: () => void): () => void
}

export type PageState =
  | { kind: 'starting' | 'outdated' | 'failed' | 'signed-out' }
  | { kind: 'signed-in'; workspace: Workspace; engine: Engine; session: LiveSession }

/** A tab without its screen. */
export interface Page {
  sessionDb: SessionDatabase
  capabilities(): Capabilities
  state(): PageState
  signIn(username: string, password: string): Promise<SignInResult>
  signOut(choice: UnsentChoice): Promise<void>
}

/**
 * Boots as the console does, without what draws: sign-outs that were interrupted, session, databases, engine (DESIGN section 1);
 * then follows the session row, whichever tab changes it.
 */
export async function startPage(origin: string, shell: Shell): Promise<Page> {
  const sessionDb = new SessionDatabase()
  await sessionDb.open()
  const target: ApiTarget = { origin, fetch: (input, init) => fetch(input, init) }
  const capabilities = createStore<Capabilities>(NO_CAPABILITIES)
  const connection = createConnectionStore(Date.now())
  // What nobody asked for is not fetched: it would say nothing of the outbox.
  const network = { get: () => false, subscribe: () => () => undefined, noteSlow: () => undefined }
  const host: PageHost = {
    ...shell,
    network,
    connection,
    whenDrawn: () => Promise.resolve(),
    onChunkStuck: () => undefined,
  }
  const finish = () =>
    finishSignOuts({ sessionDb, databases: {}, unsubscribeAlerts: () => Promise.resolve() })
  const revoke = createRevocationSender(() => sendRevocations(sessionDb, target))
  let firstList: (AskedList & { token: string }) | null = null
  let state: PageState = { kind: 'starting' }
  let shownFor: SessionRow | undefined
  let queue = Promise.resolve()

  function leave(next: PageState): void {
    if (state.kind === 'signed-in') state.engine.stop()
    state = next
  }

  const events = {
    onOutdated: () => leave({ kind: 'outdated' }),
    onBroken: () => leave({ kind: 'failed' }),
  }

  function follow(row: SessionRow | undefined): Promise<void> {
    queue = queue
      .then(() => show(row))
      .catch((error: unknown) => {
        logger.error('the session can’t be shown', { error: String(error) })
        leave({ kind: 'failed' })
      })
    return queue
  }

  async function show(row: SessionRow | undefined): Promise<void> {
    const before = state
    if (before.kind === 'outdated') return
    const isShown = before.kind !== 'starting' && isSame(row, shownFor)
    shownFor = row
    if (isShown) return
    revoke()
    if (before.kind === 'signed-in') {
      before.engine.stop()
      closeWorkspace(before.workspace)
      state = { kind: 'starting' }
    }
    if (before.kind !== 'starting') await finish()
    if (!isLive(row) || isLongAway(row, Date.now())) state = { kind: 'signed-out' }
    else await enter(row)
  }

  async function enter(session: LiveSession): Promise<void> {
    try {
      const workspace = await openWorkspace(session, {}, events)
      capabilities.set((await readCapabilities(sessionDb, origin)) ?? NO_CAPABILITIES)
      const onSessionChanged = () => undefined
      const kept = firstList?.token === session.token ? firstList : null
      firstList = null
      const engine = startEngine({
        workspace,
        sessionDb,
        session,
        capabilities,
        host,
        firstList: kept,
        onSessionChanged,
      })
      state = { kind: 'signed-in', workspace, engine, session }
    } catch (error) {
      if (error instanceof OutdatedBuildError) state = { kind: 'outdated' }
      else if (error instanceof OutboxUnreadableError) state = { kind: 'failed' }
      else throw error
    }
  }

  /** As the sign-in screen does, also where rows of a session that has ended are here: an answer that nobody takes does nothing. */
  const keepFirstList = (token: string, list: FirstList) =>
    void (firstList = { token, list, mayStore: Promise.resolve(), noteStored: () => undefined })

  await finish()
  await follow(await sessionDb.sessions.get(origin))
  observeSession(
    () => sessionDb.sessions.get(origin),
    (row) => void follow(row),
  )
  observeSession(
    () => readCapabilities(sessionDb, origin),
    (known) => (known ? capabilities.set(known) : undefined),
  )
  void deleteOldMirrors()
  shell.onReturn(() => {
    void sessionDb.sessions.get(origin).then(follow, () => undefined)
    revoke()
    void finish()
  })

  return {
    sessionDb,
    capabilities: capabilities.get,
    state: () => state,
    signIn: (username, password) =>
      signIn(
        {
          sessionDb,
          target,
          now: Date.now,
          findAvailable: () => null,
          finishSignOuts: finish,
          keepFirstList,
        },
        { username, password, token: '' },
      ),
    signOut(choice) {
      const before = state
      if (before.kind !== 'signed-in') return Promise.resolve()
      const done = queue.then(() =>
        signOut(sessionDb, before.workspace, choice, Date.now(), {
          abortRequests: before.engine.stop,
          unsubscribeAlerts: () => Promise.resolve(),
        }),
      )
      queue = done.catch(() => undefined)
      return done
    },
  }
}

function isSame(a: SessionRow | undefined, b: SessionRow | undefined): boolean {
  return (
    a?.status === b?.status && a?.token === b?.token && a?.epoch === b?.epoch && a?.user?.id === b?.user?.id
  )
}
