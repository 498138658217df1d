import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import type { Learned, TrainingSet } from '../store/bot/bot-tables.ts'
import { findWorkerFile } from '../worker-file.ts'

/** Learns questions; rejects where they can't be learned, and when it is `stopped`. */
export type Trainer = (
  sets: readonly TrainingSet[],
  stopped: AbortSignal,
  /** With somebody waiting it is as urgent as all else; else whoever wants the processor goes first. */
  manner?: { isWaitedFor: boolean },
) => Promise<Learned>

const learnedSchema = v.object({
  understanding: v.instance(Uint8Array),
  warnings: v.array(
    v.object({
      intentId: v.string(),
      question: v.string(),
      otherId: v.string(),
      kind: v.picklist(['same', 'alike']),
    }),
  ),
})
/** Tens of thousands of questions may take minutes; what takes longer never ends. */
const TRAINING_LIMIT_MS = 15 * 60 * 1_000

/**
 * Learns in a thread of its own, so that guests and staff do not wait for it. `workerFile` is the built
 * `training-worker.js`; by default the one beside this build.
 */
export function createTrainer(workerFile?: string): Trainer {
  return async (sets, stopped, { isWaitedFor } = { isWaitedFor: false }) => {
    stopped.throwIfAborted()
    const worker = new Worker(workerFile ?? findWorkerFile('training-worker.js'), {
      workerData: { sets, isWaitedFor },
    })
    const limit = AbortSignal.any([stopped, AbortSignal.timeout(TRAINING_LIMIT_MS)])
    try {
      return await new Promise<Learned>((resolve, reject) => {
        worker.once('message', (given: unknown) => {
          const learned = v.safeParse(learnedSchema, given)
          if (learned.success) resolve(learned.output)
          else reject(new Error('the training gave nothing'))
        })
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the training ended without a result')))
        limit.addEventListener('abort', () => reject(new Error('the training was stopped')))
      })
    } finally {
      await worker.terminate()
    }
  }
}
