import { sql } from 'kysely'
import { ApiError } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { TRAIN_JOB } from '../jobs/job-kinds.ts'
import type { Db, Tx } from '../store.ts'
import { keepAsFormer } from './bot-versions.ts'
import type { BotModelState, TrainingSet } from './bot-tables.ts'
import { describeSet, isSameSets, writeSetKey } from './training-sets.ts'
import { readIntents } from './intents.ts'

/** Questions that were trained or published together. */
export interface BotModel {
  /** Another one each time. */
  id: string
  sets: TrainingSet[]
  /** Why the training came to nothing, in words. */
  failure: string | null
  at: Date
}

/** The words of the wire for how far an intent's training is (CONTRACT section 6). */
export interface IntentTraining {
  intentId: string
  details: { status: 'Queued' | 'InProgress' | 'Success' | 'UpToDate' | 'Fail'; failureReason?: string }
}

/** Questions, and what came of learning them: a classifier, or why not. */
export interface Learned {
  sets: readonly TrainingSet[]
  failure: string | null
  classifier: Uint8Array | null
}

const NO_QUESTION = 'It has no question.'

export async function readModel(db: Db, state: BotModelState): Promise<BotModel | null> {
  const row = await db
    .selectFrom('botModels')
    .select(['id', 'sets', 'failure', 'at'])
    .where('state', '=', state)
    .executeTakeFirst()
  return row ?? null
}

/** The questions of the model that answers, and what was learned from them; null before the first. */
export async function readPublishedClassifier(
  db: Db,
): Promise<(Pick<BotModel, 'sets'> & { classifier: Uint8Array | null }) | null> {
  const row = await db
    .selectFrom('botModels')
    .select(['sets', 'classifier'])
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row ?? null
}

/** Keeps what was learned from a model that was published without. */
export async function keepClassifier(db: Db, modelId: string, classifier: Uint8Array): Promise<void> {
  await db.updateTable('botModels').set({ classifier }).where('id', '=', modelId).execute()
}

/** The questions as they are now. */
export async function readTrainingSets(db: Db): Promise<TrainingSet[]> {
  return (await readIntents(db)).map(describeSet)
}

/**
 * Lets the questions be trained as they will be when the job runs (E4). One that waits already will see them too; one
 * that runs may have read them before.
 */
export async function requestTraining(tx: Tx): Promise<void> {
  const waiting = (await readTrainingJobs(tx)).some(({ isRunning }) => !isRunning)
  if (!waiting) await enqueueJob(tx, { kind: TRAIN_JOB, payload: {}, lane: TRAIN_JOB })
}

/** Keeps what came of a training, in the place of the one before. */
export async function writeTrained(tx: Tx, trained: Learned): Promise<void> {
  await writeModel(tx, 'trained', trained)
}

/** How far the training of each intent is that takes part in one, or did in the last. */
export async function readTraining(db: Db): Promise<IntentTraining[]> {
  const intents = await readIntents(db)
  const jobs = await readTrainingJobs(db)
  if (jobs.length > 0) {
    const status = jobs.every(({ isRunning }) => isRunning) ? 'InProgress' : 'Queued'
    return intents.map(({ id }) => ({ intentId: id, details: { status } }))
  }
  const published = indexSets(await readModel(db, 'published'))
  const trained = await readModel(db, 'trained')
  const trainedSets = indexSets(trained)
  return intents.flatMap((intent) => {
    const { id: intentId } = intent
    const key = writeSetKey(describeSet(intent))
    const fail = (failureReason: string): IntentTraining => ({
      intentId,
      details: { status: 'Fail', failureReason },
    })
    if (intent.questions.length === 0) return [fail(NO_QUESTION)]
    if (published.get(intentId) === key) return [{ intentId, details: { status: 'UpToDate' } }]
    if (trainedSets.get(intentId) !== key) return []
    return [trained?.failure == null ? { intentId, details: { status: 'Success' } } : fail(trained.failure)]
  })
}

/** Makes the last training the model that answers, and the one before it, if other, the former. Throws 409 `not_trained` where it is not one of the present questions. */
export async function publishTrained(tx: Tx): Promise<BotModel> {
  const intents = await readIntents(tx)
  const empty = intents.find(({ questions }) => questions.length === 0)
  if (empty) throw failNotTrained(`The intent '${empty.name}' has no question.`)
  const trained = await readModel(tx, 'trained')
  if (!trained) throw failNotTrained('The questions were not trained yet.')
  if (!isSameSets(trained.sets, intents.map(describeSet))) {
    throw failNotTrained('The questions have changed since they were trained.')
  }
  if (trained.failure !== null) throw failNotTrained(`The training has failed: ${trained.failure}`)
  const published = await readModel(tx, 'published')
  if (published !== null && !isSameSets(published.sets, trained.sets)) await keepAsFormer(tx)
  return writeModel(tx, 'published', { ...trained, classifier: await readTrainedClassifier(tx) })
}

/** A hotel that has published nothing yet answers with the questions that it has. */
export async function publishFirst(tx: Tx): Promise<void> {
  if ((await readModel(tx, 'published')) !== null) return
  const learned = { sets: await readTrainingSets(tx), failure: null, classifier: null }
  await writeModel(tx, 'trained', learned)
  await writeModel(tx, 'published', learned)
}

async function readTrainedClassifier(tx: Tx): Promise<Uint8Array | null> {
  const row = await tx
    .selectFrom('botModels')
    .select('classifier')
    .where('state', '=', 'trained')
    .executeTakeFirst()
  return row?.classifier ?? null
}

async function writeModel(
  tx: Tx,
  state: 'trained' | 'published',
  { sets, failure, classifier }: Learned,
): Promise<BotModel> {
  const row = {
    id: createId(),
    sets: JSON.stringify(sets),
    failure,
    classifier,
    at: sql<Date>`clock_timestamp()`,
    versionAt: null,
  }
  return tx
    .insertInto('botModels')
    .values({ state, ...row })
    .onConflict((on) => on.column('state').doUpdateSet(row))
    .returning(['id', 'sets', 'failure', 'at'])
    .executeTakeFirstOrThrow()
}

/** A job whose process died is waiting again once its claim is over. */
async function readTrainingJobs(db: Db): Promise<{ isRunning: boolean }[]> {
  return db
    .selectFrom('jobs')
    .select(sql<boolean>`coalesce(claimed_until > clock_timestamp(), false)`.as('isRunning'))
    .where('kind', '=', TRAIN_JOB)
    .where('failedAt', 'is', null)
    .execute()
}

function indexSets(model: BotModel | null): Map<string, string> {
  return new Map((model?.sets ?? []).map((set) => [set.intentId, writeSetKey(set)]))
}

function failNotTrained(reason: string): ApiError {
  return new ApiError(409, 'not_trained', `${reason} Train first, then publish.`)
}
