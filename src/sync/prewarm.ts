import Dexie from 'dexie'
import { fetchGuestInfo } from '#src/api/chats.ts'
import { isOwnFailure, readFailure } from '#src/api/errors.ts'
import { writeMirror } from '#src/db/write.ts'
import { loading } from '#src/lib/loading.ts'
import type { AttemptJob } from './attempt-job.ts'
import { apiSession, type SyncContext } from './context.ts'
import { refreshThread } from './refresh.ts'

/** How many recently updated chats are worth having before anybody opens them, and how many a shift has in all. */
const RECENT_CHATS = 20
const SHIFT_CHATS = 60

/** What a shift opens next changes while it works. */
const PREWARM_EVERY_MS = 5 * 60_000

interface PrewarmOptions {
  /** Asked before each chat: a line that got bad, or went, ends it. */
  isWelcome(): boolean
  /** Chats that the environment refused: asked for once, and no more while this engine leads. */
  refused: Set<string>
}

/** Prewarms when it is called, unless that was done lately, it is being done, or the line is not good enough. */
export function createPrewarmer(
  context: SyncContext,
  attempt: AttemptJob,
  isWelcome: () => boolean,
): () => void {
  const refused = new Set<string>()
  let isRunning = false
  let restsUntil = 0
  return () => {
    if (isRunning || context.clock.now() < restsUntil || !isWelcome()) return
    isRunning = true
    void attempt(async () => {
      await prewarmShift(context, { isWelcome, refused })
      restsUntil = context.clock.now() + PREWARM_EVERY_MS
    }).finally(() => (isRunning = false))
  }
}

/**
 * Fetches ahead what a shift will open (I7): the guest cards of chats that need help, are mine or were updated lately,
 * and their messages where the change log does not bring them. One at a time, at the lowest priority, and never while a
 * person waits for something: what is under way then is given up for them.
 */
export async function prewarmShift(context: SyncContext, options: PrewarmOptions): Promise<void> {
  const chatIds = await listCold(context, await listShift(context))
  for (const chatId of chatIds) {
    if (options.refused.has(chatId)) continue
    for (;;) {
      await waitUntilFree(context.signal)
      if (context.signal.aborted || !options.isWelcome()) return
      const outcome = await prewarmUnlessWaitedFor(context, chatId)
      if (outcome === 'refused') options.refused.add(chatId)
      if (outcome !== 'given-up') break
    }
  }
}

/** Those that need help first, then mine, then the newest. */
async function listShift({ workspace }: SyncContext): Promise<string[]> {
  const { mirror, user } = workspace
  const [help, mine, recent] = await Promise.all([
    mirror.chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).primaryKeys(),
    mirror.chats.where('heldBy').equals(user.id).primaryKeys(),
    mirror.chats.orderBy('updatedAt').reverse().limit(RECENT_CHATS).primaryKeys(),
  ])
  return [...new Set([...help, ...mine, ...recent])].slice(0, SHIFT_CHATS)
}

/** What is still missing of a chat that is kept ready. */
interface Missing {
  messages: boolean
  card: boolean
}

/** In one look: nearly all of them are warm already, each time but the first. */
async function findMissing(context: SyncContext, chatIds: string[]): Promise<Missing[]> {
  const { mirror } = context.workspace
  const [threads, cards] = await mirror.transaction('r', [mirror.threads, mirror.guestCards], () =>
    Promise.all([mirror.threads.bulkGet(chatIds), mirror.guestCards.bulkGet(chatIds)]),
  )
  return chatIds.map((_, index) => ({
    messages: (threads[index]?.historyFrom ?? null) === null,
    card: cards[index] === undefined,
  }))
}

async function listCold(context: SyncContext, chatIds: string[]): Promise<string[]> {
  const missing = await findMissing(context, chatIds)
  return chatIds.filter((_, index) => missing[index]?.messages || missing[index]?.card)
}

/**
 * What the environment does not give of one chat is no reason to leave the others cold: what fails now is tried with the next
 * round. A dead line or a busy environment throws.
 */
async function prewarmUnlessWaitedFor(
  context: SyncContext,
  chatId: string,
): Promise<'done' | 'failed' | 'refused' | 'given-up'> {
  const waitedFor = new AbortController()
  const stop = loading.own.subscribe(() => {
    if (loading.own.get() !== null) waitedFor.abort()
  })
  const { target } = context
  const quietly: SyncContext = {
    ...context,
    target: { ...target, fetch: (input, init) => target.fetch(input, { ...init, priority: 'low' }) },
    signal: AbortSignal.any([context.signal, waitedFor.signal]),
  }
  try {
    await prewarmChat(quietly, chatId)
    return 'done'
  } catch (error) {
    const failure = readFailure(error)
    const { kind } = failure
    if (kind === 'refused') return 'refused'
    if (isOwnFailure(failure)) return 'failed'
    if (kind === 'aborted' && waitedFor.signal.aborted && !context.signal.aborted) return 'given-up'
    throw error
  } finally {
    stop()
  }
}

/**
 * Fetches what is missing of one chat. It looks again: it may have been opened, and read for that, since the shift was looked
 * through.
 */
export async function prewarmChat(context: SyncContext, chatId: string): Promise<void> {
  const { workspace, signal, clock } = context
  const { mirror } = workspace
  const [missing] = await findMissing(context, [chatId])
  if (missing?.messages) await refreshThread(context, chatId)
  if (!missing?.card) return
  const info = await fetchGuestInfo(apiSession(context), chatId, signal)
  await writeMirror(workspace, [mirror.guestCards], () =>
    mirror.guestCards.put({ chatId, info, asOf: clock.now() }),
  )
}

/** Settles once nobody waits for anything, or with the signal. */
function waitUntilFree(signal: AbortSignal): Promise<void> {
  if (loading.own.get() === null || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const stop = loading.own.subscribe(() => {
      if (loading.own.get() === null) finish()
    })
    signal.addEventListener('abort', finish)
  })
}
