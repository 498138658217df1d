import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { learnQuestions } from './classifier.ts'

/**
 * A thread that learns the questions that it is given, says what came of it and ends: learning takes a processor for as
 * long as it lasts. It is an entry of its own in the build, started by `train-in-thread.ts`.
 */
const dataSchema = v.object({
  sets: v.array(v.object({ intentId: v.string(), questions: v.array(v.string()) })),
  isWaitedFor: v.boolean(),
})
/** Whoever else wants the processor goes first. */
const LOWEST_PRIORITY = 19

if (!parentPort) throw new Error('questions are learned in a worker thread only')
const { sets, isWaitedFor } = v.parse(dataSchema, workerData)
// On Linux this is the thread's own; elsewhere it would be the whole server's.
if (!isWaitedFor && process.platform === 'linux') setPriority(LOWEST_PRIORITY)
parentPort.postMessage(await learnQuestions(sets))
