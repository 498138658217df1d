import type { Training } from '#src/contract/intents.ts'

/** How long between two looks at the training, ms (specification section 9). */
export const TRAINING_POLL_MS = 300

/** What a call came to; the words are for a person. */
export type Called<T> = { kind: 'done'; value: T } | { kind: 'failed'; message: string }

export interface TrainingCalls {
  start(): Promise<Called<unknown>>
  read(signal: AbortSignal): Promise<Called<Training>>
  publish(): Promise<Called<unknown>>
}

interface TrainingDeps {
  /** What an intent is called; null: nobody knows. */
  nameOf(intentId: string): string | null
  /** As long as one intent's training says one of these, it is not over. */
  running: readonly string[]
  /** Rejects or resolves at once where `signal` has ended. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Ends the looking: nobody is there any more. What was begun in the environment goes on. */
  signal: AbortSignal
  onStep(step: 'training' | 'publishing'): void
}

export type TrainingOutcome =
  | { kind: 'success' }
  /** Specification section 8, with the environment's words. */
  | { kind: 'failed'; message: string }
  | { kind: 'stopped' }

/**
 * Trains, looks until no intent is on its way any more, then publishes (specification section 4). What fails on the way ends
 * it; only a good training is published.
 */
export async function trainAndPublish(calls: TrainingCalls, deps: TrainingDeps): Promise<TrainingOutcome> {
  const { signal, onStep } = deps
  onStep('training')
  const started = await calls.start()
  if (signal.aborted) return { kind: 'stopped' }
  if (started.kind === 'failed') return failTraining(started.message)
  const trained = await waitForTraining(calls, deps)
  if (trained.kind !== 'success') return trained
  onStep('publishing')
  const published = await calls.publish()
  if (signal.aborted) return { kind: 'stopped' }
  if (published.kind === 'failed') return fail('publishing', published.message)
  return { kind: 'success' }
}

async function waitForTraining(calls: TrainingCalls, deps: TrainingDeps): Promise<TrainingOutcome> {
  const { running, signal, wait } = deps
  for (;;) {
    await wait(TRAINING_POLL_MS, signal)
    if (signal.aborted) return { kind: 'stopped' }
    const read = await calls.read(signal)
    if (signal.aborted) return { kind: 'stopped' }
    if (read.kind === 'failed') return failTraining(read.message)
    if (read.value.some(({ details }) => running.includes(details.status))) continue
    const failed = read.value.find(({ details }) => details.status === 'Fail')
    return failed ? failTraining(describeFail(failed, deps)) : { kind: 'success' }
  }
}

function describeFail({ intentId, details }: Training[number], { nameOf }: TrainingDeps): string {
  return `${nameOf(intentId) ?? intentId}: ${details.failureReason || 'no reason was given'}`
}

const failTraining = (message: string): TrainingOutcome => fail('training', message)

/** The sentence ends once, whether the environment's words do or not. */
function fail(step: 'training' | 'publishing', message: string): TrainingOutcome {
  return { kind: 'failed', message: `Failure while ${step}: ${message.trim().replace(/\.$/, '')}.` }
}
