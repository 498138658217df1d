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
 */
export async function holdLeadership(options: LeadershipOptions): Promise<void> {
  const { name, channel, locks, signal } = options
  let steal = false
  while (!signal.aborted) {
    const attempt = new AbortController()
    // Also ends what leads here when the lock is stolen: the request rejects then, but its callback runs on.
    const lost = new AbortController()
    const stopWatching = steal ? () => undefined : watchLeader(channel, () => attempt.abort())
    try {
      const request: LockOptions = steal
        ? { steal: true }
        : { signal: AbortSignal.any([signal, attempt.signal]) }
      await locks.request(name, request, async () => {
        stopWatching()
        await leadUntilLost(options, lost.signal)
      })
      steal = false
    } catch {
      // Aborted because the leader was silent: take its lock. Rejected because ours was stolen: queue up again.
      steal = attempt.signal.aborted && !steal && (await isStillHeld(locks, name))
    } finally {
      lost.abort()
      stopWatching()
    }
  }
}

/** The lock if it is free now, or stolen from a leader that is silent; null where somebody leads (O5). */
export async function leadBriefly(
  options: Omit<LeadershipOptions, 'lead'>,
  work: () => Promise<void>,
): Promise<'done' | 'led-elsewhere'> {
  const { name, channel, locks, signal } = options
  const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    return true
  })
  if (isDone) return 'done'
  if ((await isLeaderAlive(channel, signal)) || signal.aborted) return 'led-elsewhere'
  await locks.request(name, { steal: true }, work)
  return 'done'
}

/** Whether a leader answers within 5 s, or before `signal` ends. */
function isLeaderAlive(channel: Channel, signal?: AbortSignal): Promise<boolean> {
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
    channel.post({ type: 'ping', nonce })
  })
}

async function leadUntilLost({ channel, signal, lead }: LeadershipOptions, lost: AbortSignal): Promise<void> {
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
    if (!(await isLeaderAlive(channel)) && !isStopped) onSilent()
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
