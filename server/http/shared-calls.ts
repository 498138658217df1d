import type { ServerContext } from '../context.ts'
import { ApiError, DatabaseUnavailableError } from '../errors.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import type { Change } from '../store/log/change.ts'
import { requireRoom } from '../store/rate-limits.ts'
import type { Tx } from '../store/store.ts'
import { claimCalls, undoCalls, type ClaimedCall, type SharedCall } from './claim-calls.ts'
import { readStored, runIdempotent, type Answer, type Answered } from './idempotency.ts'

/** The message that a call writes into its chat, which is locked; null: there is none. Throws ApiError where it is refused. */
export type SharedCallEffect = (chat: ChatRow | null) => Change

/** So many transactions at once: those of other chats don't wait for one that waits for a lock. */
const PARALLEL = 4
/** So many calls share a transaction at most: whoever writes meanwhile waits for all of them. */
const SHARED_AT_MOST = 16

interface WaitingCall {
  call: SharedCall
  effect: SharedCallEffect
  settle(outcome: Outcome): void
}

type Outcome = Answered | { refusal: unknown }
/** `change`: still to be written. */
type Decision = Outcome | { answer: Answer; change: Change }

/**
 * Runs calls that each write one message into a chat of their own, as `runIdempotent` does. Where many come at once, several are one
 * transaction, and what it costs to ask the database is shared. One that is refused, or was made before, is in nobody's way; where
 * the transaction fails, each of them has its own.
 */
export class SharedCalls {
  readonly #ctx: Pick<ServerContext, 'store' | 'commitChanges' | 'log'>
  #waiting: WaitingCall[] = []
  #running = 0

  constructor(ctx: Pick<ServerContext, 'store' | 'commitChanges' | 'log'>) {
    this.#ctx = ctx
  }

  /** @throws ApiError as `runIdempotent`. */
  run(call: SharedCall, effect: SharedCallEffect): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'refusal' in outcome ? reject(outcome.refusal as Error) : resolve(outcome)
      this.#waiting.push({ call, effect, settle })
      if (this.#running < PARALLEL) void this.#work()
    })
  }

  /** Until nobody waits. Never rejects. */
  async #work(): Promise<void> {
    this.#running += 1
    while (this.#waiting.length > 0) {
      const together = this.#takeTogether()
      const outcomes = await this.#runTogether(together).catch((error: unknown) => {
        this.#ctx.log.error('calls that share a transaction', error)
        return this.#runEach(together)
      })
      for (const [place, { settle }] of together.entries()) {
        const outcome = outcomes[place]
        if (outcome) settle(outcome)
      }
    }
    this.#running -= 1
  }

  /** The first that waits, and those after it of other chats and owners; in the order of their chats, as all lock them. */
  #takeTogether(): WaitingCall[] {
    const taken: WaitingCall[] = []
    const left: WaitingCall[] = []
    for (const waiting of this.#waiting) {
      const { chatId, owner } = waiting.call
      const isOther = taken.every(({ call }) => call.chatId !== chatId && call.owner !== owner)
      if (isOther && taken.length < SHARED_AT_MOST) taken.push(waiting)
      else left.push(waiting)
    }
    this.#waiting = left
    return taken.sort((one, other) => (one.call.chatId < other.call.chatId ? -1 : 1))
  }

  /** All at once: none waits until another one has given up waiting for a lock. */
  #runEach(waiting: readonly WaitingCall[]): Promise<Outcome[]> {
    return Promise.all(
      waiting.map(({ call, effect }) => {
        const { answer } = call
        const running = runIdempotent(this.#ctx, call, (_tx, chat) =>
          Promise.resolve({ answer, changes: [effect(chat)] }),
        )
        return running.catch((refusal: unknown) => ({ refusal }))
      }),
    )
  }

  /** Rejects where all are to be run again, each alone. */
  #runTogether(waiting: readonly WaitingCall[]): Promise<Outcome[]> {
    if (waiting.length === 1) return this.#runEach(waiting)
    return this.#ctx.store.transact(async (tx) => {
      const decisions = await decide(tx, waiting)
      const changes = decisions.flatMap((decision) => ('change' in decision ? [decision.change] : []))
      const { chats, messages } = await this.#ctx.commitChanges(tx, changes)
      let written = 0
      return decisions.map((decision) => {
        if (!('change' in decision)) return decision
        const committed = {
          chats: chats.slice(written, written + 1),
          messages: messages.slice(written, written + 1),
        }
        written += 1
        return { answer: decision.answer, committed }
      })
    })
  }
}

/** What each call comes to, but for the writing of those that are neither refused nor repeats. */
async function decide(tx: Tx, waiting: readonly WaitingCall[]): Promise<Decision[]> {
  const claimed = await claimCalls(
    tx,
    waiting.map(({ call }) => call),
  )
  const decisions: Decision[] = []
  const refused: SharedCall[] = []
  for (const [place, { call, effect }] of waiting.entries()) {
    const taken = claimed.get(place)
    const decision = taken ? judge(call, effect, taken) : await replay(tx, call)
    if (taken && 'refusal' in decision) refused.push(call)
    decisions.push(decision)
  }
  await undoCalls(tx, refused)
  return decisions
}

function judge(
  { limit, answer }: SharedCall,
  effect: SharedCallEffect,
  { chat, ...use }: ClaimedCall,
): Decision {
  try {
    requireRoom(limit, use)
    return { answer, change: effect(chat) }
  } catch (refusal) {
    return readRefusal(refusal)
  }
}

async function replay(tx: Tx, call: SharedCall): Promise<Outcome> {
  try {
    return { answer: await readStored(tx, call), committed: null }
  } catch (refusal) {
    return readRefusal(refusal)
  }
}

/** Anything but a refusal is a failure of the transaction. */
function readRefusal(error: unknown): { refusal: ApiError } {
  if (error instanceof ApiError && !(error instanceof DatabaseUnavailableError)) return { refusal: error }
  throw error
}
