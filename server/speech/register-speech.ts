import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { readDialog } from '../store/bot/intents.ts'
import { SPEECH_JOB } from '../store/jobs/job-kinds.ts'
import { notifyRecorded } from '../store/speech/recordings.ts'
import { findRecorded, keepAudio } from '../store/speech/speech-audio.ts'
import type { Db } from '../store/store.ts'
import type { SpeechService } from './speech-service.ts'

const payloadSchema = v.object({ intentId: v.string() })
const MAX_ATTEMPTS = 3

/**
 * Lets what intents say be recorded, one string after another (E4). Each is kept as soon as it is made, so that a process
 * that dies has lost one at most, and what is there is made by nobody again. A string that fails stops none of the others.
 */
export function registerSpeech({
  jobs,
  speech,
  store: { db },
}: Pick<ServerContext, 'jobs' | 'speech' | 'store'>): void {
  jobs.registerJob(SPEECH_JOB, {
    maxAttempts: MAX_ATTEMPTS,
    async prepare({ payload }, stopped) {
      const { intentId } = v.parse(payloadSchema, payload)
      // It waits for a voice as long as there is none: the next start asks for what is missing.
      if (speech.problem === null) await recordIntent(db, speech, { intentId, stopped })
      return async (tx) => {
        await notifyRecorded(tx)
        return []
      }
    },
    giveUp: () => async (tx) => {
      await notifyRecorded(tx)
      return []
    },
  })
}

/** Throws at its end where something could not be said. */
async function recordIntent(
  db: Db,
  speech: SpeechService,
  { intentId, stopped }: { intentId: string; stopped: AbortSignal },
): Promise<void> {
  const failed = new Map<string, unknown>()
  for (;;) {
    // As it is now: it may be saved or deleted while something is said.
    const next = await findMissing(db, speech, { intentId, failed })
    if (next === undefined) break
    try {
      await keepAudio(db, next.key, await speech.speak(next.text, stopped))
    } catch (error) {
      // A server that stops leaves the rest to the next.
      stopped.throwIfAborted()
      failed.set(next.key, error)
    }
  }
  const [first] = failed.values()
  if (failed.size > 0) throw first
}

async function findMissing(
  db: Db,
  speech: SpeechService,
  { intentId, failed }: { intentId: string; failed: ReadonlyMap<string, unknown> },
): Promise<{ text: string; key: string } | undefined> {
  const intent = await readDialog(db, intentId)
  const texts = speech
    .listTexts(intent?.dialog ?? null)
    .flatMap(({ text, key }) => (key === null || failed.has(key) ? [] : [{ text, key }]))
  if (texts.length === 0) return undefined
  const recorded = await findRecorded(
    db,
    texts.map(({ key }) => key),
  )
  return texts.find(({ key }) => !recorded.has(key))
}
