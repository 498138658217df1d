import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import load from '@echogarden/espeak-ng-emscripten'
import * as v from 'valibot'
import { createMp3Encoder } from './mp3-encoder.ts'

/**
 * A thread that speaks what it is asked to, one after another, until it is ended: `{ id, words }` is answered with
 * `{ id, mp3 }`, and on the way with `{ id }` each time that some of it is made. It is an entry of its own in the build,
 * started by `espeak-thread.ts`.
 */
const VOICE = 'en-us'
const askedSchema = v.object({ id: v.number(), words: v.string() })

if (!parentPort) throw new Error('speech is made in a worker thread only')
const port = parentPort
const { eSpeakNGWorker } = await load()
const espeak = new eSpeakNGWorker()
if (espeak.set_voice(VOICE, '', 0, 0, 0) !== 0) throw new Error(`eSpeak NG has no voice ${VOICE}`)
// Not before: what is loaded is not heard of, so that on a busy machine a thread still loading would pass for one that hangs.
stepBack()

port.on('message', (asked: unknown) => {
  const { id, words } = v.parse(askedSchema, asked)
  const encoder = createMp3Encoder(espeak.get_samplerate())
  // Two square brackets begin phonemes.
  espeak.synthesize(words.replaceAll('[[', '[ ['), (samples) => {
    if (samples !== null && samples.length > 0) encoder.add(samples)
    port.postMessage({ id })
    return false
  })
  port.postMessage({ id, mp3: encoder.finish() })
})

/**
 * Guests and staff come first. On Linux this is about the thread that asks; elsewhere it would be about the process. Not the
 * lowest priority there is: beside four busy processes that made the first sound after 54 s.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A system that forbids it shares its time out as it likes.
  }
}
