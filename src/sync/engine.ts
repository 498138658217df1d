import type { ApiTarget, LineReading } from '#src/api/http.ts'
import { uploadByXhr } from '#src/api/uploads.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { lockSession, type LiveSession } from '#src/db/session/sessions.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { deviceClock } from '#src/lib/clock.ts'
import { isDown } from '#src/lib/connection-words.ts'
import { rowHints } from '#src/lib/row-hints.ts'
import { createPace } from '#src/lib/line-pace.ts'
import { loading } from '#src/lib/loading.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { engineName, openChannel } from './channel.ts'
import type { SyncContext } from './context.ts'
import type { AskedList } from './first-list.ts'
import { leadEngine } from './lead.ts'
import { holdLeadership, leadUntilLost, type LeadershipOptions } from './leadership.ts'
import { createLine } from './line.ts'
import { createOffsetKeeper } from './offset-keeper.ts'
import { shareHost, type PageHost } from './page-host.ts'
import { createSessionCheck } from './session-check.ts'

export interface EngineOptions {
  workspace: Workspace
  sessionDb: SessionDatabase
  session: LiveSession
  capabilities: Store<Capabilities>
  /** The page that this engine runs in. */
  host: PageHost
  /** What the sign-in of this session on this page asked for ahead; null where it did not. */
  firstList: AskedList | null
  /** The environment has changed the name or the role of who is signed in. */
  onSessionChanged(): void
}

export interface Engine {
  /** How much of each upload has gone out, 0 to 1, by operation id. */
  progress: Store<ReadonlyMap<string, number>>
  /** What a screen's own call showed of the line (DESIGN section 5). */
  noteLine(reading: LineReading): void
  /** Reads from the environment and sends what waits, now, in whichever tab leads (I5). */
  syncNow(): void
  stop(): void
}

/** Starts this page's engine: it leads if it can, and otherwise follows the tab that does (I5). */
export function startEngine(options: EngineOptions): Engine {
  const { workspace, sessionDb, session, capabilities, host } = options
  const { connection, network } = host
  const stopped = new AbortController()
  const ofAllTabs = engineName(workspace.origin, workspace.user.id)
  // Databases in memory are this page's alone, and so is the engine that serves them.
  const name = workspace.isMemoryOnly ? `${ofAllTabs}:${crypto.randomUUID()}` : ofAllTabs
  const channel = openChannel(name)
  const shared = shareHost(host, channel, () => performance.now())
  const progress = createStore<ReadonlyMap<string, number>>(new Map())
  const line = createLine(connection, deviceClock.now)
  const checkSession = createSessionCheck(sessionDb, session, () => performance.now(), stop)
  const offsets = createOffsetKeeper(workspace, (offsetMs) => {
    if (!stopped.signal.aborted) channel.post({ type: 'clock', offsetMs })
  })
  const target: ApiTarget = {
    origin: workspace.origin,
    fetch: (input, init) => checkSession().then(() => fetch(input, init)),
    onLine: line.note,
    onClockOffset: offsets.note,
    onPace: createPace(noteSlow),
  }
  let isLeading = false
  let { firstList } = options
  let isSlow = false

  const noteProgress = (operationId: string, share: number) =>
    progress.set(new Map(progress.get()).set(operationId, share))
  const onProgress = (operationId: string, share: number) => {
    if (stopped.signal.aborted) return
    // A channel does not hear itself.
    noteProgress(operationId, share)
    channel.post({ type: 'progress', operationId, share })
  }
  function noteSlow(next: boolean): void {
    isSlow = next
    network.noteSlow(next)
    if (!stopped.signal.aborted) channel.post({ type: 'pace', isSlow })
  }
  const stopListening = channel.listen((message) => {
    if (message.type === 'progress') noteProgress(message.operationId, message.share)
    if (message.type === 'hello' && isLeading) tellState()
    if (message.type === 'status' && !isLeading) connection.set(message.status)
    if (message.type === 'pace' && !isLeading) network.noteSlow(message.isSlow)
    if (message.type === 'clock') offsets.noteOther(message.offsetMs)
    if (message.type === 'rows') rowHints.raise(message.list)
    if (message.type === 'loading' && !isLeading) loading.leaders.set(message.message)
  })
  const onRows = (list: string | null) => {
    rowHints.raise(list)
    channel.post({ type: 'rows', list })
  }
  const tellState = () => {
    channel.post({ type: 'status', status: connection.get() })
    channel.post({ type: 'loading', message: loading.own.get() })
    channel.post({ type: 'pace', isSlow })
  }
  const stopStatus = connection.subscribe(() => {
    if (isLeading) channel.post({ type: 'status', status: connection.get() })
  })
  const stopLoading = loading.own.subscribe(() => {
    if (isLeading) channel.post({ type: 'loading', message: loading.own.get() })
  })
  channel.post({ type: 'hello' })

  const leader: LeadershipOptions = {
    name,
    channel,
    locks: navigator.locks,
    signal: stopped.signal,
    async lead(signal) {
      isLeading = true
      // What the former leader's calls showed was of its time.
      noteSlow(isSlow)
      // A leader that died in mid-call leaves its message behind.
      loading.leaders.set(null)
      channel.post({ type: 'loading', message: loading.own.get() })
      const context: SyncContext = {
        workspace,
        sessionDb,
        session,
        target,
        capabilities: capabilities.get,
        clock: deviceClock,
        random: Math.random,
        uploadFile: (under, upload) => checkSession().then(() => uploadByXhr(under, upload)),
        signal,
        onUnauthorized() {
          line.noteSignedOut()
          void lockSession(sessionDb, workspace.origin, session.token)
        },
      }
      try {
        await leadEngine(context, {
          line,
          channel,
          host: { ...host, isVisible: shared.isVisible, onReturn: shared.onReturn },
          holderId: crypto.randomUUID(),
          onProgress,
          onRows,
          takeFirstList() {
            const taken = firstList
            firstList = null
            return taken
          },
          onSessionChanged: options.onSessionChanged,
        })
      } finally {
        isLeading = false
      }
    },
  }
  // Nobody else has databases that are in memory only; where the browser stores nothing it gives no locks either.
  const leading = workspace.isMemoryOnly ? leadUntilLost(leader, stopped.signal) : holdLeadership(leader)
  leading.catch((error: unknown) => logger.error('the engine ended', { error: String(error) }))

  return {
    progress,
    noteLine(reading) {
      if (stopped.signal.aborted) return
      if (isLeading) line.note(reading)
      // The leader's calls decide what every tab says: it is asked to make one.
      else if (reading !== 'answered' && !isDown(connection.get())) channel.post({ type: 'flush' })
    },
    syncNow() {
      // A channel does not hear itself, and this tab may be the one that leads.
      const asking = openChannel(name)
      asking.post({ type: 'flush' })
      asking.close()
    },
    stop,
  }

  function stop(): void {
    // A sign-out stops it, and so does who sees the session end: a channel that is closed takes no word any more.
    if (stopped.signal.aborted) return
    stopped.abort()
    stopListening()
    shared.stop()
    stopStatus()
    stopLoading()
    loading.leaders.set(null)
    channel.close()
  }
}
