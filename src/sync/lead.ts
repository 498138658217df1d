import { ApiError } from '#src/api/errors.ts'
import type { Frame } from '#src/contract/frames.ts'
import { readSyncedAt, storeActiveAdmins } from '#src/db/mirror/meta.ts'
import { evictMirror, NORMAL_BOUNDS } from '#src/db/mirror/eviction.ts'
import { SessionEndedError, StorageFullError } from '#src/db/errors.ts'
import { observeOperations, observeWants } from '#src/db/observe.ts'
import { noteContact } from '#src/db/session/sessions.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { loading } from '#src/lib/loading.ts'
import { logger } from '#src/lib/logger.ts'
import { applyFrames, type HintFrame } from './apply-frames.ts'
import type { Channel } from './channel.ts'
import type { SyncContext } from './context.ts'
import { fetchFirstList } from './first-list.ts'
import type { Line } from './line.ts'
import { flushOutbox, resetBackoff } from './outbox/flush.ts'
import { prewarmShift } from './prewarm.ts'
import { pullToEnd } from './pull.ts'
import { followHint, refreshAll } from './refresh.ts'
import { refreshReference } from './refresh-reference.ts'
import { createRetryTimer } from './retry-timer.ts'
import { createSingleFlight } from './single-flight.ts'
import { openSocket } from './socket.ts'
import { createWantQueue } from './want-queue.ts'

/** A look at everything this often while visible, whatever the socket says (I3). */
const POLL_MS = 60_000
/** Between two looks at the outbox when only its age can change anything, or when time has passed already. */
const FLUSH_MIN_WAIT_MS = 1_000
const FLUSH_OFFLINE_WAIT_MS = 15_000
const EVICT_EVERY_MS = 10 * 60_000
/** What a shift opens next changes while it works. */
const PREWARM_EVERY_MS = 5 * 60_000
/** On a weak line, which comes and goes, what rarely changes is not read again each time that it is back. */
const REFERENCE_REST_MS = 10 * 60_000
/** Lists of the configuration whose rows are the messenger's reference data too. */
const REFERENCE_LISTS = ['typical-answers', 'queues', 'staff']

export interface LeadOptions {
  line: Line
  channel: Channel
  onProgress(operationId: string, share: number): void
  /** Names this engine in claims. */
  holderId: string
  /** Whether a person looks at any window of this context. */
  isVisible(): boolean
  /** Whether the line is cheap and quick enough to fetch ahead (I7). */
  isGoodLine(): boolean
  /** A list that only exists online has changed; null: any may have. */
  onRows(list: string | null): void
  /** The environment has changed the name or the role of who is signed in. */
  onSessionChanged(): void
  /** Done before each attempt to send (O5). */
  prepareFlush(): Promise<void>
  /** Calls back on `online`, on becoming visible, on thaw. Returns how to stop. */
  onReturn(listener: () => void): () => void
}

/**
 * The engine's work while this page leads (I5): holds the socket, keeps the mirror right, fetches what screens want,
 * flushes the outbox. Settles when the context's signal ends.
 */
export async function leadEngine(context: SyncContext, options: LeadOptions): Promise<void> {
  const { workspace, signal, clock } = context
  const { line } = options
  const frames: HintFrame[] = []

  const sync = createSingleFlight(() => attempt(() => tellOfChats(() => syncOnce(context))))
  const flush = createSingleFlight(() => attempt(flushAll))
  const fetchWants = createWantQueue(context, options.isGoodLine)
  const want = () => attempt(fetchWants)
  const prewarm = createSingleFlight(() => attempt(prewarmNow))
  const takeFrames = createSingleFlight(() => attempt(applyWaitingFrames))
  const referenceFlight = createSingleFlight(() => attempt(readReference))
  const syncTimer = createRetryTimer(() => void tick(), context.random)
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  const refused = new Set<string>()
  let prewarmAt = 0
  let referenceAt = 0

  /** Nobody looks and the line is up: the socket's hints and the return are enough. */
  async function tick(): Promise<void> {
    if (options.isVisible() || !line.isUp()) await runSync()
    else syncTimer.scheduleNext(POLL_MS)
  }

  async function runSync(): Promise<void> {
    const isDone = await sync()
    if (signal.aborted) return
    // A send may have met a dead line while the pull was still being stored: that is looked at again soon.
    if (isDone && line.isUp()) {
      syncTimer.scheduleNext(POLL_MS)
      socket.wake()
      if (clock.now() >= prewarmAt && options.isGoodLine()) void prewarm()
    } else {
      syncTimer.scheduleRetry()
    }
  }

  /** A person waits for the first reading of the chats and for the one after a lost line; the others are in nobody's way. */
  async function tellOfChats(job: () => Promise<void>): Promise<void> {
    const isWaitedFor = !line.isUp() || (await readSyncedAt(workspace.mirror)) === null
    await (isWaitedFor ? loading.during('Loading chats…', job) : job())
  }

  async function pull(): Promise<void> {
    if (!(await sync())) throw new ApiError({ kind: 'unreachable' })
  }

  async function flushAll(): Promise<void> {
    clearTimeout(flushTimer)
    const claimant = { holderId: options.holderId, onProgress: options.onProgress }
    const { prepareFlush: prepare } = options
    const result = await flushOutbox(context, { claimant, isLineUp: line.isUp, prepare, pull })
    if (result.wakeAt === null || result.isUnauthorized || signal.aborted) return
    const minWait = line.isUp() ? FLUSH_MIN_WAIT_MS : FLUSH_OFFLINE_WAIT_MS
    flushTimer = setTimeout(() => void flush(), Math.max(minWait, result.wakeAt - clock.now()))
  }

  /** Whether a job was done. A failing line is the retry timer's, an ended session stops everything: neither is shouted about. */
  async function attempt(job: () => Promise<void>): Promise<boolean> {
    if (signal.aborted) return false
    try {
      await job()
      return true
    } catch (error) {
      const isExpected = error instanceof SessionEndedError || error instanceof ApiError || signal.aborted
      if (error instanceof StorageFullError) logger.warn('what comes in can’t be kept: this device is full')
      else if (!isExpected) logger.error('the engine failed', { error: String(error) })
      return false
    }
  }

  async function applyWaitingFrames(): Promise<void> {
    const batch = frames.splice(0)
    if (batch.length === 0) return
    if (context.capabilities().sync) {
      if (!(await applyFrames(workspace, batch, clock.now()))) void runSync()
      return
    }
    const hints = new Map<string, string | null>()
    for (const { chatId, messageId } of batch) hints.set(chatId, messageId ?? hints.get(chatId) ?? null)
    for (const [chatId, messageId] of hints) await followHint(context, chatId, messageId)
  }

  function onFrame(frame: Frame): void {
    if (frame.type === 'admin_joined') {
      void attempt(() => writeMirror(workspace, [], () => storeActiveAdmins(workspace.mirror, frame.count)))
    } else if (frame.type === 'rows_changed') {
      options.onRows(frame.list)
      if (REFERENCE_LISTS.includes(frame.list)) void referenceFlight()
    } else if (frame.type === 'session_changed') {
      options.onSessionChanged()
    } else if ('chatId' in frame) {
      frames.push(frame)
      // Frames that arrive in one task become one transaction (I9).
      setTimeout(() => void takeFrames().then((isDone) => (isDone ? undefined : runSync())))
    }
  }

  function onLine(isUp: boolean): void {
    // A line that failed under a send is looked at again by itself, also while the socket still stands.
    if (!isUp) return syncTimer.scheduleRetry()
    socket.wake()
    void attempt(() => resetBackoff(context)).then(() => flush())
    void want()
    if (options.isGoodLine() || clock.now() >= referenceAt) void referenceFlight()
  }

  async function readReference(): Promise<void> {
    await refreshReference(context)
    referenceAt = clock.now() + REFERENCE_REST_MS
  }

  async function prewarmNow(): Promise<void> {
    if (clock.now() < prewarmAt) return
    await prewarmShift(context, { isWelcome: () => line.isUp() && options.isGoodLine(), refused })
    prewarmAt = clock.now() + PREWARM_EVERY_MS
  }

  const socketEvents = {
    onOpen() {
      line.noteSocket(true)
      syncTimer.reset()
      // What was hinted at while the connection was down is not said again.
      options.onRows(null)
      void runSync()
    },
    onClose: () => line.noteSocket(false),
    onFrame,
    onSessionEnded: context.onUnauthorized,
  }
  const socket = openSocket(workspace.origin, context.session.token, socketEvents, context.random)
  const stopLine = line.onChange(onLine)
  const stopReturn = options.onReturn(() => {
    syncTimer.reset()
    socket.reconnectNow()
    void runSync()
  })
  const stopListening = options.channel.listen((message) => {
    if (message.type === 'flush') void runSync().then(() => flush())
  })
  const stopOutbox = observeOperations(workspace, () => void flush())
  const stopWants = observeWants(workspace, () => (line.isUp() ? void want() : undefined))
  const evictTimer = setInterval(() => void attempt(evict), EVICT_EVERY_MS)

  async function evict(): Promise<void> {
    const keep = { userId: workspace.user.id, chatIds: await readChatsWithWork(workspace) }
    await evictMirror(workspace, NORMAL_BOUNDS, keep, clock.now())
  }

  // Together: what brings a list to choose from does not wait for what brings everything.
  void attempt(() => fetchFirstList(context))
  void runSync().then(() => attempt(evict))

  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  socket.close()
  syncTimer.stop()
  clearTimeout(flushTimer)
  clearInterval(evictTimer)
  for (const stop of [stopLine, stopReturn, stopListening, stopOutbox, stopWants]) stop()
  line.noteSocket(false)
}

async function syncOnce(context: SyncContext): Promise<void> {
  if (context.capabilities().sync) await pullToEnd(context)
  else await refreshAll(context)
  await noteContact(context.sessionDb, context.workspace.origin, context.clock.now())
}
