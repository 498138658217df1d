import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TRAINING_RUNS, type Intent } from '#src/contract/intents.ts'
import { useTrainingCalls } from './online-queries.ts'
import { trainAndPublish, type TrainingOutcome } from './run-training.ts'

/** How long it is said what a run came to, ms (specification section 9). */
const OUTCOME_SHOWN_MS = 10_000

type Said = Exclude<TrainingOutcome, { kind: 'stopped' }>

export interface TrainingRun {
  /** How far it is; null: nothing runs. */
  step: 'training' | 'publishing' | null
  /** What the last run came to, for a while. */
  outcome: Said | null
  start(): void
}

/** Trains and publishes for as long as the screen is there. `onEnd` is told where a run has come to its end. */
export function useTraining(intents: readonly Intent[] | undefined, onEnd: () => void): TrainingRun {
  const calls = useTrainingCalls()
  const [step, setStep] = useState<TrainingRun['step']>(null)
  const [outcome, setOutcome] = useState<Said | null>(null)
  const looking = useRef<AbortController | null>(null)
  const latest = useRef(intents)
  useLayoutEffect(() => {
    latest.current = intents
  }, [intents])
  useEffect(() => () => looking.current?.abort(), [])
  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), OUTCOME_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function run({ signal }: AbortController): Promise<void> {
    const came = await trainAndPublish(calls, {
      nameOf: (id) => latest.current?.find((intent) => intent.id === id)?.name ?? null,
      running: TRAINING_RUNS,
      wait: waitUnlessEnded,
      signal,
      onStep: setStep,
    })
    if (signal.aborted || came.kind === 'stopped') return
    setStep(null)
    setOutcome(came)
    onEnd()
  }

  return {
    step,
    outcome,
    start() {
      if (step !== null) return
      setOutcome(null)
      looking.current = new AbortController()
      void run(looking.current)
    },
  }
}

function waitUnlessEnded(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
