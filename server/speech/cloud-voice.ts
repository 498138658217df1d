import { createHash } from 'node:crypto'
import { describeSilence } from '../outgoing/answers.ts'
import { splitWords } from './split-words.ts'
import { SpeechError, type Synthesiser } from './synthesiser.ts'

/** What services take at once, in any of their plans. */
const PIECE_CHARS = 2_000
const TIMEOUT_MS = 30_000
const MAX_BYTES = 10 * 1024 * 1024
/** The hotel's own. */
const LANGUAGE = 'en'
const SERVICE = 'The voice service'

export interface CloudVoiceOptions {
  url: string
  key: string
  /** How long an answer may take in all. */
  timeoutMs?: number
}

/**
 * A voice over HTTP (docs/decisions/045-speech.md): `POST {url}` with `{ text, language, format: "mp3" }` and a Bearer key,
 * answered as `audio/mpeg`. Any other answer, a redirect included, is a failure in words.
 */
export class CloudVoice implements Synthesiser {
  readonly voice: string
  readonly #options: CloudVoiceOptions
  readonly #stopping = new AbortController()

  constructor(options: CloudVoiceOptions) {
    this.#options = options
    this.voice = `cloud ${createHash('sha256').update(options.url).digest('hex').slice(0, 16)}`
  }

  async speak(words: string, stopped: AbortSignal): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (const piece of splitWords(words, PIECE_CHARS)) parts.push(await this.#ask(piece, stopped))
    return Buffer.concat(parts)
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return Promise.resolve()
  }

  async #ask(text: string, stopped: AbortSignal): Promise<Uint8Array> {
    stopped.throwIfAborted()
    const { url, key, timeoutMs = TIMEOUT_MS } = this.#options
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'audio/mpeg' },
        body: JSON.stringify({ text, language: LANGUAGE, format: 'mp3' }),
        redirect: 'error',
        signal: AbortSignal.any([stopped, this.#stopping.signal, limit]),
      })
      return await readSpeech(response)
    } catch (error) {
      stopped.throwIfAborted()
      throw error instanceof SpeechError ? error : new SpeechError(`${describeSilence(SERVICE, error)}.`)
    }
  }
}

async function readSpeech(response: Response): Promise<Uint8Array> {
  const problem = findProblem(response)
  if (problem !== null) {
    await response.body?.cancel()
    throw new SpeechError(problem)
  }
  const parts: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> = response.body ?? toBody([])
  for await (const part of body) {
    size += part.byteLength
    // Leaving the loop ends the answer.
    if (size > MAX_BYTES) throw new SpeechError(`${SERVICE} answered with more than 10 MB.`)
    parts.push(part)
  }
  if (size === 0) throw new SpeechError(`${SERVICE} answered without any speech.`)
  return Buffer.concat(parts)
}

function findProblem({ ok, status, headers }: Response): string | null {
  if (status === 429) return `${SERVICE} is asked too much at the moment (429).`
  if (!ok) return status >= 500 ? `${SERVICE} had a fault (${status}).` : `${SERVICE} refused it (${status}).`
  const type = headers.get('content-type') ?? 'nothing that it names'
  return /^audio\/(?:mpeg|mp3)\b/i.test(type) ? null : `${SERVICE} answered with ${type} and not with MP3.`
}

function toBody(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new Blob(parts.map((part) => Uint8Array.from(part))).stream()
}
