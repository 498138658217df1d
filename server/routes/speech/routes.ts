import { Hono } from 'hono'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { ROLES } from '#src/domain/roles.ts'
import { isSpeakable } from '#src/domain/speech/spoken-words.ts'
import { isTimeZone } from '#src/domain/time-zone.ts'
import type { ServerContext } from '../../context.ts'
import { ApiError, failBadRequest, failInvalid, failNotFound } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { PreviewTurns } from '../../speech/preview-turns.ts'
import { SpeechError } from '../../speech/synthesiser.ts'
import { readDialog } from '../../store/bot/intents.ts'
import { isBeingRecorded } from '../../store/speech/recordings.ts'
import { readAudio } from '../../store/speech/speech-audio.ts'
import { findAddress, readRecorded } from './describe-speech.ts'

const FAILED_RETRY_SECONDS = 5
/** Somebody has to install a voice first. */
const UNAVAILABLE_RETRY_SECONDS = 600

/** Recorded speech and previews (CONTRACT section 6, docs/decisions/045-speech.md). */
export function speechRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { speech, store } = ctx
  const { db } = store
  const operator = requireStaff(ctx, ROLES.operator)
  const isPlain = ctx.settings.capabilities === 'none'
  const turns = new PreviewTurns()

  app.get('/api/speech/statusForIntent/:id', operator, async (c) => {
    const id = readParam(c, 'id')
    const intent = await readDialog(db, id)
    if (!intent) throw failNotFound('This intent')
    const hasVoice = speech.problem === null
    // First: a recording that ends between the two readings is not said to be over without its audio.
    const recording = !isPlain && hasVoice && (await isBeingRecorded(db, id))
    const { said, recorded } = await readRecorded(db, speech, [intent.dialog])
    const texts = said.flat()
    return c.json({
      text: texts.map(({ text }) => text),
      audio: texts.map((text) => findAddress(text, { recorded, hasVoice })),
      ...(isPlain ? {} : { recording }),
      ...(isPlain || speech.problem === null ? {} : { problem: speech.problem }),
    })
  })

  app.get('/api/speech', operator, async (c) => {
    const key = speech.createKey(c.req.query('str') ?? '')
    return sendAudio(c, key === null ? undefined : await readAudio(db, key))
  })

  app.get('/api/speech/audio/:key', operator, async (c) =>
    sendAudio(c, await readAudio(db, readParam(c, 'key'))),
  )

  app.get('/api/speech/preview', operator, async (c) => {
    const text = readText(c)
    const timeZone = c.req.query('timezone') || ctx.settings.hotelTimeZone
    if (!isTimeZone(timeZone)) throw failInvalid('This time zone is not known.')
    const key = speech.createKey(text)
    const kept = key === null ? undefined : await readAudio(db, key)
    if (kept) return sendAudio(c, kept)
    if (speech.problem !== null) {
      throw new ApiError(503, 'speech_unavailable', `This environment has no voice. ${speech.problem}`, {
        retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
      })
    }
    const gone = c.req.raw.signal
    const mp3 = await say(gone, () => turns.run(gone, () => speech.speak(text, gone, timeZone)))
    if (key !== null) await speech.keepIfSaid(key, mp3)
    return sendAudio(c, mp3)
  })

  async function say(gone: AbortSignal, speak: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      return await speak()
    } catch (error) {
      // Who hangs up hears nothing of it.
      if (gone.aborted) throw failBadRequest('The request was broken off.')
      if (!(error instanceof SpeechError)) throw error
      ctx.log.warn('speech failed', { reason: error.message })
      throw new ApiError(503, 'speech_failed', error.message, { retryAfterSeconds: FAILED_RETRY_SECONDS })
    }
  }
  return app
}

function sendAudio(c: AppContext, mp3: Uint8Array | undefined): Response {
  if (!mp3) throw failNotFound('Recorded speech of this')
  return c.body(Uint8Array.from(mp3), 200, {
    'Content-Type': 'audio/mpeg',
    'Content-Length': String(mp3.byteLength),
    'X-Content-Type-Options': 'nosniff',
  })
}

/** Throws 422 for what can't be said. */
function readText(c: AppContext): string {
  const text = (c.req.query('str') ?? '').trim()
  if (text === '') throw failInvalid('There is nothing to say: the text is empty.')
  if (text.length > MAX_MESSAGE_CHARS) {
    throw failInvalid(`The text is longer than ${MAX_MESSAGE_CHARS} characters.`)
  }
  if (!isSpeakable(text)) throw failInvalid('There is nothing to say: the text has no letter and no digit.')
  return text
}
