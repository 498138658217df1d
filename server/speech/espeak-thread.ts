import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { findWorkerFile } from '../worker-file.ts'
import { splitWords } from './split-words.ts'
import { SpeechError, type Synthesiser } from './synthesiser.ts'

/** Half a minute of speech: whoever asks for something short waits for no more of something long. */
const PIECE_CHARS = 400
/** A thread that has made nothing for so long hangs: the machine may be busy, and the thread steps back for everybody. */
const SILENT_LIMIT_MS = 30_000
/** Its memory is given back when nobody has asked for so long. */
const IDLE_MS = 60_000

const heardSchema = v.object({ id: v.number(), mp3: v.optional(v.instance(Uint8Array)) })

interface Asked {
  words: string
  stopped: AbortSignal
  resolve(mp3: Uint8Array): void
  reject(error: Error): void
}

/** What only tests set. */
export interface EspeakOptions {
  /** The built `espeak-worker.js`; by default the one beside this build. */
  workerFile?: string
  silentLimitMs?: number
}

/**
 * eSpeak NG in a thread of its own, which is started when it is first asked, ended where it hangs, and started anew for what
 * is asked next.
 */
export class EspeakThread implements Synthesiser {
  readonly voice = 'espeak en-us 48k'
  readonly #options: EspeakOptions
  readonly #waiting: Asked[] = []
  #worker: Worker | null = null
  #speaking: (Asked & { id: number }) | null = null
  #nextId = 1
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #ending: Promise<unknown> = Promise.resolve()

  constructor(options: EspeakOptions = {}) {
    this.#options = options
  }

  async speak(words: string, stopped: AbortSignal): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (const piece of splitWords(words, PIECE_CHARS)) parts.push(await this.#ask(piece, stopped))
    return Buffer.concat(parts)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#end(new SpeechError('The server stops.'))
    for (const asked of this.#waiting.splice(0)) asked.reject(new SpeechError('The server stops.'))
    await this.#ending
  }

  #ask(words: string, stopped: AbortSignal): Promise<Uint8Array> {
    stopped.throwIfAborted()
    if (this.#isStopped) throw new SpeechError('The server stops.')
    return new Promise<Uint8Array>((resolve, reject) => {
      // Nobody waits for it: its turn is somebody else's. What is being said is soon over.
      const leave = () => reject(toError(stopped.reason))
      const settle = () => stopped.removeEventListener('abort', leave)
      stopped.addEventListener('abort', leave)
      this.#waiting.push({
        words,
        stopped,
        resolve(mp3) {
          settle()
          resolve(mp3)
        },
        reject(error) {
          settle()
          reject(error)
        },
      })
      this.#sayNext()
    })
  }

  #sayNext(): void {
    if (this.#speaking !== null) return
    clearTimeout(this.#timer)
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#timer = setTimeout(() => this.#end(null), IDLE_MS).unref()
      return
    }
    if (next.stopped.aborted) return this.#sayNext()
    const id = this.#nextId
    this.#nextId += 1
    this.#speaking = { ...next, id }
    try {
      this.#worker ??= this.#start()
      this.#worker.postMessage({ id, words: next.words })
    } catch (error) {
      this.#end(toError(error))
      return
    }
    this.#watch()
  }

  #start(): Worker {
    const worker = new Worker(this.#options.workerFile ?? findWorkerFile('espeak-worker.js'))
    worker.on('message', (heard: unknown) => this.#hear(worker, heard))
    const lose = (why: string) => {
      if (this.#worker === worker) this.#end(new SpeechError(`The voice failed: ${why}.`))
    }
    worker.once('error', (error) => lose(error instanceof Error ? error.message : String(error)))
    worker.once('exit', () => lose('it ended by itself'))
    return worker
  }

  #hear(worker: Worker, heard: unknown): void {
    const said = v.safeParse(heardSchema, heard)
    if (!said.success || worker !== this.#worker || said.output.id !== this.#speaking?.id) return
    const { mp3 } = said.output
    if (mp3 === undefined) return this.#watch()
    const { resolve } = this.#speaking
    this.#speaking = null
    resolve(mp3)
    this.#sayNext()
  }

  #watch(): void {
    clearTimeout(this.#timer)
    const ms = this.#options.silentLimitMs ?? SILENT_LIMIT_MS
    this.#timer = setTimeout(() => this.#end(new SpeechError('The voice hung and was ended.')), ms)
  }

  /** Ends the thread, and what it was saying; whoever waits is next with another. */
  #end(why: Error | null): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    const speaking = this.#speaking
    this.#worker = null
    this.#speaking = null
    if (worker) this.#ending = worker.terminate()
    if (why !== null) speaking?.reject(why)
    if (!this.#isStopped && this.#waiting.length > 0) this.#sayNext()
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
