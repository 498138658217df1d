import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { isKeyStale } from '#src/domain/outbox/timing.ts'
import {
  checkReadiness,
  claimOperation,
  awaitConfirmation,
  leaveInDoubt,
  noteEmptyRead,
  sendAgain,
  settleAttempt,
  type Outcome,
} from '#src/domain/outbox/transitions.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

/** What one step of the world does to an operation and its environment. */
type Event =
  | {
      type: 'attempt'
      outcome: 'accepted' | 'lost-reply' | 'lost-request' | 'busy' | 'unauthorized' | 'refused'
    }
  | { type: 'holder-dies'; hasArrived: boolean }
  | { type: 'read' }
  | { type: 'person-says-send' }
  | { type: 'time-passes'; ms: number }

const outcomes = ['accepted', 'lost-reply', 'lost-request', 'busy', 'unauthorized', 'refused'] as const
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('attempt' as const), outcome: fc.constantFrom(...outcomes) }),
  },
  fc.record({ type: fc.constant('holder-dies' as const), hasArrived: fc.boolean() }),
  fc.record({ type: fc.constant('read' as const) }),
  fc.record({ type: fc.constant('person-says-send' as const) }),
  fc.record({
    type: fc.constant('time-passes' as const),
    ms: fc.constantFrom(-60_000, 0, 1_000, 15_000, 30_000, 16 * 60_000, 21 * 24 * 3_600_000),
  }),
)

/** An environment that counts effects: with keys a repeat has none. */
class World {
  operation: Operation | null = makeOperation()
  now = NOON
  deliveries = 0
  warnings = 0
  private readonly keys = new Set<string>()

  constructor(private readonly keyed: boolean) {}

  step(event: Event): void {
    if (event.type === 'time-passes') this.now += event.ms
    if (event.type === 'attempt') this.attempt(event.outcome)
    if (event.type === 'holder-dies') this.die(event.hasArrived)
    if (event.type === 'read') this.read()
    if (event.type === 'person-says-send') this.say()
  }

  private attempt(outcome: (typeof outcomes)[number]): void {
    const head = this.operation
    if (head?.state !== 'queued') return
    if (checkReadiness(head, this.now, this.keyed, true) !== 'send') {
      this.operation = awaitConfirmation(head)
      return
    }
    const claimed = claimOperation(head, { claim: 'c', now: this.now, keyed: this.keyed }, null)
    if (outcome === 'accepted' || outcome === 'lost-reply') this.deliver(claimed.id)
    this.operation = settleAttempt(claimed, head, this.readOutcome(outcome), this.now, 0)
  }

  private readOutcome(outcome: (typeof outcomes)[number]): Outcome {
    if (outcome === 'accepted') return { type: 'accepted', hasRow: true }
    if (outcome === 'busy') return { type: 'busy', retryAfterMs: 1_000 }
    if (outcome === 'unauthorized') return { type: 'unauthorized' }
    // A key that has had its effect is answered with it, not refused.
    if (outcome === 'refused' && this.deliveries === 0)
      return { type: 'refused', reason: { code: 'refused', message: 'no' } }
    return { type: 'unknown' }
  }

  private die(hasArrived: boolean): void {
    const head = this.operation
    if (head?.state !== 'queued' || checkReadiness(head, this.now, this.keyed, true) !== 'send') return
    const claimed = claimOperation(head, { claim: 'dead', now: this.now, keyed: this.keyed }, null)
    if (hasArrived) this.deliver(claimed.id)
    this.operation = leaveInDoubt(claimed, this.now, 0)
  }

  private read(): void {
    if (this.operation?.state !== 'uncertain') return
    this.operation = this.deliveries > 0 ? null : noteEmptyRead(this.operation, this.now)
  }

  private say(): void {
    const held = this.operation
    if (held?.state !== 'held' && held?.state !== 'failed') return
    const isStale = isKeyStale(held, this.now, this.keyed)
    if (isStale) this.warnings += 1
    const next = isStale ? `${held.id}+` : null
    this.operation = sendAgain(held, this.now, next, { holder: 'bot', helpAt: null })
  }

  private deliver(id: string): void {
    if (this.keyed && this.keys.has(id)) return
    this.keys.add(id)
    this.deliveries += 1
  }
}

describe('the outbox state machine under any sequence of events (DESIGN section 4)', () => {
  it.each([true, false])('never delivers twice unwarned and never loses silently (keys: %s)', (keyed) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const world = new World(keyed)
        for (const each of events) world.step(each)
        expect(world.deliveries).toBeLessThanOrEqual(1 + world.warnings)
        if (world.operation === null) expect(world.deliveries).toBeGreaterThan(0)
        if (world.operation?.state === 'failed') expect(world.operation.doubt).toBe('none')
      }),
      { numRuns: 2_000 },
    )
  })

  it('without keys a message never goes back to queued by itself once it may have arrived', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const world = new World(false)
        for (const each of events) {
          const wasUncertain = world.operation?.state === 'uncertain'
          world.step(each)
          if (wasUncertain) expect(world.operation?.state).not.toBe('queued')
        }
      }),
      { numRuns: 500 },
    )
  })
})
