import type { Frame } from '#src/contract/frames.ts'
import { storeActiveAdmins } from '#src/db/mirror/meta.ts'
import { evictMirror, NORMAL_BOUNDS } from '#src/db/mirror/eviction.ts'
import { readOpenChats } from '#src/db/mirror/threads.ts'
import { pruneFetchRequests } from '#src/db/mirror/fetch-requests.ts'
import { observeOperations, observeFetchRequests } from '#src/db/observe.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { BACKOFF_MAX_MS } from '#src/domain/outbox/timing.ts'
import { waitUnlessAborted } from '#src/lib/wait-unless-aborted.ts'
import { createAttempt } from './attempt-job.ts'
import type { Channel } from './channel.ts'
import type { SyncContext } from './context.ts'
import { createFetchLoop } from './fetch-loop.ts'
import { fetchFirstList, type AskedList } from './first-list.ts'
import { createFlushLoop } from './flush-loop.ts'
import { createFrameIntake } from './frame-intake.ts'
import type { Line } from './line.ts'
import { resetBackoff } from './outbox/flush.ts'
import type { PageHost, SharedHost } from './page-host.ts'
import { createPrewarmer } from './prewarm.ts'
import { createPullLoop } from './pull-loop.ts'
import { createReferenceLoop } from './reference-loop.ts'
import { openSocket } from './socket.ts'

const EVICT_EVERY_MS = 10 * 60_000
/** The first list is given way to for so long: on a line that hangs everything else goes on. */
const FIRST_LIST_MS = 2_000
/** So long after a sign-in nothing else is begun before it is drawn. */
const FIRST_MOMENT_MS = 400
/** Lists of the configuration whose rows are the messenger's reference data too. */
const REFERENCE_LISTS = ['typical-answers', 'queues', 'staff']

export interface LeadOptions {
  line: Line
  channel: Channel
  /** This page, and what is known of all that this engine serves. */
  host: Pick<PageHost, 'network' | 'registerSync' | 'whenDrawn'> & Pick<SharedHost, 'isVisible' | 'onReturn'>
  /** What the sign-in on this page asked for ahead, once; null where it did not. */
  takeFirstList(): AskedList | null
  onProgress(operationId: string, share: number): void
  /** Names this engine in claims. */
  holderId: string
  /** A list that only exists online has changed; null: any may have. */
  onRows(list: string | null): void
  /** The environment has changed the name or the role of who is signed in. */
  onSessionChanged(): void
}

/**
 * The engine's work while this page leads (I5): holds the socket, keeps the mirror right, fetches what screens want,
 * flushes the outbox. Settles when the context's signal ends.
 */
export async function leadEngine(context: SyncContext, options: LeadOptions): Promise<void> {
  const { workspace, signal, clock } = context
  const { line, host } = options
  const isGoodLine = host.network.get
  const attempt = createAttempt(signal)
  // What brings a list to choose from does not wait for what brings everything.
  const ahead = options.takeFirstList()
  const firstList = Promise.race([
    attempt(async () => {
      if (await fetchFirstList(context, ahead)) await host.whenDrawn()
    }),
    waitUnlessAborted(FIRST_LIST_MS, signal),
  ])
  // What a sign-in has asked for is mostly there by now, and somebody waits for it alone.
  if (ahead !== null) await Promise.race([firstList, waitUnlessAborted(FIRST_MOMENT_MS, signal)])
  if (signal.aborted) return
  let resetAt = -Infinity
  /** A person or the line has come back, and nothing was tried again for it yet. */
  let isReturning = false

  /** The list that a person waits for comes first, and the thread that they open: a reset and what rarely changes come after. */
  const giveWay = () => Promise.all([firstList, fetches.giveWay()]).then(() => undefined)
  const reference = createReferenceLoop(context, attempt, line.isUp, giveWay)
  const prewarm = createPrewarmer(context, attempt, () => line.isUp() && isGoodLine())
  const pulls = createPullLoop(context, {
    line,
    attempt,
    isVisible: host.isVisible,
    giveWay,
    onDone() {
      socket.wake()
      prewarm()
    },
    onRefused: reference.run,
  })
  const fetches = createFetchLoop(context, { attempt, isLineUp: line.isUp, isGoodLine })
  const flushes = createFlushLoop(context, attempt, {
    claimant: { holderId: options.holderId, onProgress: options.onProgress },
    isLineUp: line.isUp,
    prepare: host.registerSync,
    pull: pulls.pull,
  })
  const takeFrame = createFrameIntake(context, attempt, pulls)

  function onFrame(frame: Frame): void {
    if (frame.type === 'admin_joined') {
      void attempt(() => writeMirror(workspace, [], () => storeActiveAdmins(workspace.mirror, frame.count)))
    } else if (frame.type === 'rows_changed') {
      options.onRows(frame.list)
      if (REFERENCE_LISTS.includes(frame.list)) reference.run()
    } else if (frame.type === 'session_changed') {
      options.onSessionChanged()
    } else if ('chatId' in frame) {
      takeFrame(frame)
    }
  }

  /**
   * Nothing waits out a backoff that was meant for a dead line (O3). At most as often as a backoff is long, unless a person came
   * back: one address that fails at once would otherwise take the line down and up for ever, and be tried each time.
   */
  function tryAgain(): void {
    const now = clock.now()
    if (!isReturning && Math.abs(now - resetAt) < BACKOFF_MAX_MS) {
      flushes.run()
      fetches.run()
      return
    }
    isReturning = false
    resetAt = now
    void attempt(() => resetBackoff(context)).then(flushes.run)
    fetches.runAll()
    reference.runIfWelcome(isGoodLine())
  }

  function onLine(isUp: boolean): void {
    // A line that failed under a send is looked at again by itself, also while the socket still stands.
    if (!isUp) return pulls.retry()
    socket.wake()
    tryAgain()
  }

  function comeBack(): void {
    isReturning = true
    pulls.reset()
    socket.reconnectNow()
    void pulls.run().then(() => (isReturning && line.isUp() ? tryAgain() : undefined))
  }

  const socketEvents = {
    onOpen() {
      line.noteSocket(true)
      pulls.reset()
      // What was hinted at while the connection was down is not said again.
      options.onRows(null)
      void pulls.run()
    },
    onClose() {
      line.noteSocket(false)
      // Whether it was the socket alone: the next poll would tell a minute later.
      if (line.isUp()) pulls.retry()
    },
    onFrame,
    onSessionEnded: context.onUnauthorized,
    onWake: comeBack,
  }
  const socket = openSocket(workspace.origin, context.session.token, socketEvents, context.random)
  const stopLine = line.onChange(onLine)
  // The first list has shown it already, when nobody listened yet.
  if (line.isUp()) onLine(true)
  const stopReturn = host.onReturn(comeBack)
  const stopListening = options.channel.listen((message) => {
    if (message.type === 'flush') void pulls.run().then(flushes.run)
  })
  const stopOutbox = observeOperations(workspace, flushes.run)
  const stopFetchRequests = observeFetchRequests(workspace, fetches.run)
  const evictTimer = setInterval(() => void attempt(evict), EVICT_EVERY_MS)

  async function evict(): Promise<void> {
    const { mirror } = workspace
    const now = clock.now()
    await writeMirror(workspace, [mirror.fetchRequests, mirror.threads], async () =>
      pruneFetchRequests(mirror, await readOpenChats(mirror), now),
    )
    const keep = { userId: workspace.user.id, chatIds: await readChatsWithWork(workspace) }
    await evictMirror(workspace, NORMAL_BOUNDS, keep, now)
  }

  void pulls.run().then(() => attempt(evict))

  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  socket.close()
  clearInterval(evictTimer)
  for (const loop of [pulls, flushes, fetches, reference]) loop.stop()
  for (const stop of [stopLine, stopReturn, stopListening, stopOutbox, stopFetchRequests]) stop()
  line.noteSocket(false)
}
