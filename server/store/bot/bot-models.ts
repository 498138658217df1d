import { sql } from 'kysely'
import { ApiError } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { TRAIN_JOB } from '../jobs/job-kinds.ts'
import type { Db, Tx } from '../store.ts'
import { keepAsFormer } from './bot-versions.ts'
import type { BotModelState, Learned, TrainingSet, TrainingWarning } from './bot-tables.ts'
import { readIntents } from './intents.ts'
import { describeSet, isSameSets, writeSetKey } from './training-sets.ts'

/** Questions that were trained or published together. */
export interface BotModel {
  /** Another one each time. */
  id: string
  sets: TrainingSet[]
  /** Why the training came to nothing, in words. */
  failure: string | null
  warnings: TrainingWarning[] | null
  at: Date
}

/** The words of the wire for how far an intent's training is (CONTRACT section 6). */
export interface IntentTraining {
  intentId: string
  details: {
    status: 'Queued' | 'InProgress' | 'Success' | 'UpToDate' | 'Fail'
    failureReason?: string
    /** What the training noticed (decision 048). */
    warnings?: { question: string; otherId: string; otherName: string; kind: TrainingWarning['kind'] }[]
  }
}

/** Questions, and what came of learning them, or why nothing did. */
export interface Trained {
  sets: readonly TrainingSet[]
  failure: string | null
  learned: Learned | null
}

const NO_QUESTION = 'It has no question.'

export async function readModel(db: Db, state: BotModelState): Promise<BotModel | null> {
  const row = await db
    .selectFrom('botModels')
    .select(['id', 'sets', 'failure', 'warnings', 'at'])
    .where('state', '=', state)
    .executeTakeFirst()
  return row ?? null
}

/** A model's questions, and what was learned from them; null before the first. */
export async function readLearned(
  db: Db,
  state: 'trained' | 'published',
): Promise<(Pick<BotModel, 'sets'> & { understanding: Uint8Array | null }) | null> {
  const row = await db
    .selectFrom('botModels')
    .select(['sets', 'understanding'])
    .where('state', '=', state)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps what was learned from a model that was published without, or by a build before this one. */
export async function keepLearned(db: Db, modelId: string, { understanding }: Learned): Promise<void> {
  await db.updateTable('botModels').set({ understanding }).where('id', '=', modelId).execute()
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
export async function writeTrained(tx: Tx, trained: Trained): Promise<void> {
  const { sets, failure, learned } = trained
  const { understanding = null, warnings = null } = learned ?? {}
  await writeModel(tx, 'trained', { sets, failure, understanding, warnings })
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
  const names = new Map(intents.map(({ id, name }) => [id, name]))
  return intents.flatMap((intent) => {
    const { id: intentId } = intent
    const key = writeSetKey(describeSet(intent))
    const fail = (failureReason: string): IntentTraining => ({
      intentId,
      details: { status: 'Fail', failureReason },
    })
    if (intent.questions.length === 0) return [fail(NO_QUESTION)]
    const found = trainedSets.get(intentId) === key ? describeWarnings(trained, intentId, names) : []
    const warnings = found.length > 0 ? { warnings: found } : {}
    if (published.get(intentId) === key) return [{ intentId, details: { status: 'UpToDate', ...warnings } }]
    if (trainedSets.get(intentId) !== key) return []
    if (trained?.failure != null) return [fail(trained.failure)]
    return [{ intentId, details: { status: 'Success', ...warnings } }]
  })
}

/** An intent that is gone since is none to be taken for. */
function describeWarnings(
  trained: BotModel | null,
  intentId: string,
  names: ReadonlyMap<string, string>,
): NonNullable<IntentTraining['details']['warnings']> {
  return (trained?.warnings ?? [])
    .filter((warning) => warning.intentId === intentId)
    .flatMap(({ question, otherId, kind }) => {
      const otherName = names.get(otherId)
      return otherName === undefined ? [] : [{ question, otherId, otherName, kind }]
    })
}

/**
 * Makes the last training the model that answers, and the one before it, if other, the former. Throws 409 `not_trained` where it is not one of the present questions.
 */
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
  const understanding = (await readLearned(tx, 'trained'))?.understanding ?? null
  return writeModel(tx, 'published', { ...trained, understanding })
}

/** A hotel that has published nothing yet answers with the questions that it has. */
export async function publishFirst(tx: Tx): Promise<void> {
  if ((await readModel(tx, 'published')) !== null) return
  const model = { sets: await readTrainingSets(tx), failure: null, understanding: null, warnings: null }
  await writeModel(tx, 'trained', model)
  await writeModel(tx, 'published', model)
}

async function writeModel(
  tx: Tx,
  state: 'trained' | 'published',
  {
    sets,
    failure,
    understanding,
    warnings,
  }: Omit<BotModel, 'id' | 'at' | 'sets'> & {
    sets: readonly TrainingSet[]
    understanding: Uint8Array | null
  },
): Promise<BotModel> {
  const row = {
    id: createId(),
    sets: JSON.stringify(sets),
    failure,
    // A build before this one learns for itself.
    classifier: null,
    understanding,
    warnings: warnings && JSON.stringify(warnings),
    at: sql<Date>`clock_timestamp()`,
    versionAt: null,
  }
  return tx
    .insertInto('botModels')
    .values({ state, ...row })
    .onConflict((on) => on.column('state').doUpdateSet(row))
    .returning(['id', 'sets', 'failure', 'warnings', 'at'])
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
