import { sql } from 'kysely'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { SPEECH_JOB } from '../jobs/job-kinds.ts'
import type { Db, Tx } from '../store.ts'

/** Recordings of what people save, one after another. */
const LANE = 'speech'
/** Those that nobody waits for: a save does not queue up behind a whole hotel. */
const PATIENT_LANE = 'speech.patient'

const intentOfJob = sql<string>`payload ->> 'intentId'`

/**
 * Has what an intent says recorded, by the transaction that changes it. One job of an intent waits at most: it reads the
 * words when it begins, and its row, which is written here, keeps it from beginning before this transaction is over.
 */
export async function enqueueRecording(tx: Tx, intentId: string): Promise<void> {
  const waiting = await tx
    .updateTable('jobs')
    .set({ lane: LANE, attempts: 0, runAt: sql<Date>`clock_timestamp()` })
    .where('kind', '=', SPEECH_JOB)
    .where(intentOfJob, '=', intentId)
    .where('claim', 'is', null)
    .where('failedAt', 'is', null)
    .returning('id')
    .execute()
  if (waiting.length === 0) await enqueueJob(tx, { kind: SPEECH_JOB, payload: { intentId }, lane: LANE })
  else await sql`select pg_notify('bellhop_jobs', '')`.execute(tx)
}

/** The same for what nobody waits for, after `delayMs`. */
export async function enqueuePatiently(tx: Tx, intentId: string, delayMs: number): Promise<void> {
  if (await isBeingRecorded(tx, intentId)) return
  await enqueueJob(tx, { kind: SPEECH_JOB, payload: { intentId }, lane: PATIENT_LANE, delayMs })
}

/** Whether what an intent says is being recorded, or will be. */
export async function isBeingRecorded(db: Db, intentId: string): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', SPEECH_JOB)
    .where(intentOfJob, '=', intentId)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  return job !== undefined
}

/** Lets everybody know that a recording has ended: it is no change of anybody's, and the audit has no entry of it. */
export async function notifyRecorded(tx: Tx): Promise<void> {
  await sql`select pg_notify('bellhop_speech', '')`.execute(tx)
}
