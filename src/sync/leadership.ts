import { logger } from '#src/lib/logger.ts'
import { waitUnlessAborted } from '#src/lib/wait-unless-aborted.ts'
import type { Channel } from './channel.ts'

/** A leader that does not answer a ping for this long is stopped; its lock is taken from it (I5). */
export const LEADER_SILENCE_MS = 5_000
const PING_EVERY_MS = 10_000

export interface LeadershipOptions {
  name: string
  channel: Channel
  locks: LockManager
  signal: AbortSignal
  /** Runs while this context leads; its signal ends when leadership is lost. */
  lead(signal: AbortSignal): Promise<void>
}

/**
 * Waits for the lock and leads while it is held. While waiting the leader is pinged: a stopped page keeps its lock, so
 * one that stays silent for 5 s is stolen from. Settles when `signal` ends.
 *
 * Where the browser refuses locks altogether (it does where it refuses to store anything), silence alone says that nobody leads.
 */
export async function holdLeadership(options: LeadershipOptions): Promise<void> {
  const { name, channel, locks, signal } = options
  let steal = false
  while (!signal.aborted) {
    const silent = new AbortController()
    const stopWatching = steal ? () => undefined : watchLeader(channel, () => silent.abort())
    const request: LockOptions = steal
      ? { steal: true }
      : { signal: AbortSignal.any([signal, silent.signal]) }
    const outcome = await holdOnce(options, request, stopWatching)
    stopWatching()
    if (outcome === 'refused') return leadOnSilence(options)
    // Given up because the leader was silent: take its lock. Ours was stolen: queue up again.
    steal = silent.signal.aborted && !steal && outcome === 'not-held' && (await isStillHeld(locks, name))
  }
}

async function leadOnSilence(options: LeadershipOptions): Promise<void> {
  const { channel, signal } = options
  while (!signal.aborted) {
    if (await isLeaderAlive(channel, true, signal)) await waitUnlessAborted(PING_EVERY_MS, signal)
    else await leadUntilLost(options, signal)
  }
}

/**
 * Leads if the lock is free now, or takes it from a leader that is silent (O5). `lead` gets besides its signal how to know that
 * another context waits to lead: it is to end soon then.
 */
export async function leadBriefly(
  options: Omit<LeadershipOptions, 'lead'>,
  lead: (signal: AbortSignal, isWaitedFor: () => boolean) => Promise<void>,
): Promise<'done' | 'led-elsewhere'> {
  const { channel, signal } = options
  let isWaitedFor = false
  const brief: LeadershipOptions = {
    ...options,
    lead: (leading) => lead(leading, () => isWaitedFor),
  }
  const stop = channel.listen((message) => {
    // Another flush of the worker's own only asks.
    if (message.type === 'ping' && message.isWaiting) isWaitedFor = true
  })
  try {
    const outcome = await holdOnce(brief, { ifAvailable: true })
    if (outcome === 'done') return 'done'
    if (outcome === 'lost' || (await isLeaderAlive(channel, false, signal)) || signal.aborted)
      return 'led-elsewhere'
    return (await holdOnce(brief, { steal: true })) === 'done' ? 'done' : 'led-elsewhere'
  } finally {
    stop()
  }
}

/** `lost`: it was led, until the lock was stolen. `refused`: the browser gives no locks. */
type Held = 'done' | 'lost' | 'not-held' | 'refused'

/**
 * Asks for the lock once and leads while it is held. Settles when nothing of it runs any more, also where the lock is stolen: the
 * request rejects at once then, while its callback runs on. Throws what leading throws.
 */
async function holdOnce(
  options: LeadershipOptions,
  request: LockOptions,
  onHeld: () => void = () => undefined,
): Promise<Held> {
  const lost = new AbortController()
  const led: Promise<void>[] = []
  try {
    await options.locks.request(options.name, request, async (lock) => {
      if (!lock) return
      onHeld()
      led.push(leadUntilLost(options, lost.signal))
      await led[0]
    })
    return led.length === 0 ? 'not-held' : 'done'
  } catch (error) {
    lost.abort()
    if (led.length === 0) return isAbort(error) ? 'not-held' : refuse(error)
    await led[0]
    return 'lost'
  } finally {
    lost.abort()
  }
}

function refuse(error: unknown): Held {
  logger.warn('the browser refuses locks', { error: String(error) })
  return 'refused'
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Whether a leader answers within 5 s, or before `signal` ends. `isWaiting`: who asks waits to lead. */
function isLeaderAlive(channel: Channel, isWaiting: boolean, signal?: AbortSignal): Promise<boolean> {
  const nonce = crypto.randomUUID()
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), LEADER_SILENCE_MS)
    const stop = channel.listen((message) => {
      if (message.type === 'pong' && message.nonce === nonce) finish(true)
    })
    const giveUp = () => finish(false)
    const finish = (isAlive: boolean) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      stop()
      resolve(isAlive)
    }
    signal?.addEventListener('abort', giveUp)
    channel.post({ type: 'ping', nonce, isWaiting })
  })
}

/** Leads, and answers pings, until `lost` or the options' signal ends. */
export async function leadUntilLost(
  { channel, signal, lead }: Pick<LeadershipOptions, 'channel' | 'signal' | 'lead'>,
  lost: AbortSignal,
): Promise<void> {
  const stop = channel.listen((message) => {
    if (message.type === 'ping') channel.post({ type: 'pong', nonce: message.nonce })
  })
  lost.addEventListener('abort', stop)
  try {
    await lead(AbortSignal.any([signal, lost]))
  } finally {
    stop()
  }
}

/** Pings the leader every 10 s until stopped; calls back once when it is silent. */
function watchLeader(channel: Channel, onSilent: () => void): () => void {
  let isStopped = false
  const check = async () => {
    if (isStopped) return
    if (!(await isLeaderAlive(channel, true)) && !isStopped) onSilent()
  }
  const timer = setInterval(() => void check(), PING_EVERY_MS)
  void check()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

async function isStillHeld(locks: LockManager, name: string): Promise<boolean> {
  const { held } = await locks.query()
  return (held ?? []).some((lock) => lock.name === name)
}
