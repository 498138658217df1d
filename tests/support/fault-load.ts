import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { createClient, makeKey, readField, type Answer, type Client } from './api-client.ts'

/** Who asks again waits a moment: whoever it asked may be gone for seconds. */
const AGAIN_MS = 150
/** Who hears nothing for so long asks another process; what it asked may still be done. */
const STALL_MS = 5_000
/** A guest may write 60 messages a minute, and help that is called for more often is told in one alert. */
const GUEST_PAUSE_MS = 1_100
const HELP_PAUSE_MS = 300
/** What an environment answers that can't serve now; all else is its word. */
const NOT_NOW = [429, 500, 502, 503]

/** What was acknowledged in one chat, each writer's in the order in which it was. */
export interface Acknowledged {
  chatId: string
  writer: string
  texts: string[]
}

/** Asks under one key until there is an answer, of whichever process: what a console's outbox does. */
export interface Asker {
  token: string | null
  ask(method: string, path: string, json?: unknown): Promise<Answer>
}

/** Load that goes on through whatever happens to the servers; each writer has one thing on the wire. */
export class FaultLoad {
  readonly acknowledged: Acknowledged[] = []
  /** Chats of guests who asked for a person, and were told that it has arrived. */
  readonly helped: string[] = []
  /** Holders of the chat that is taken over and given back, by what was acknowledged last. */
  lastToss: 'pause' | 'play' | null = null
  /** How often something was answered, and how often asked again. */
  answers = 0
  repeats = 0
  /** Where a server answered what no fault explains. */
  readonly problems: string[] = []
  readonly #urls: readonly string[]
  readonly #running: Promise<void>[] = []
  #isOver = false
  #turn = 0

  /** `urls` are those of the processes, asked in turn. */
  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  asker(token: string | null): Asker {
    return { token, ask: (method, path, json) => this.#askUntilAnswered(token, method, path, json) }
  }

  /** Staff who write in a chat that they hold. */
  write(writer: string, token: string, chatId: string): void {
    this.#say(writer, chatId, (text) =>
      this.asker(token).ask('POST', `/api/takeover/send/${chatId}`, { text }),
    )
  }

  /** A guest who writes. */
  speak(writer: string, token: string, chatId: string): void {
    const send = (text: string) => this.asker(token).ask('POST', '/api/guest/messages', { text })
    this.#say(writer, chatId, send, GUEST_PAUSE_MS)
  }

  /** Guests who come, ask for a person, and go: each has a job, pushes and an alert follow. */
  callForHelp(words: string): void {
    this.#loop(async (nth) => {
      const opened = await this.asker(null).ask('POST', '/api/guest/session', { displayName: `Guest ${nth}` })
      const guest = this.asker(String(readField(opened.body, 'token')))
      await guest.ask('POST', '/api/guest/messages', { text: words })
      this.helped.push(String(readField(opened.body, 'chatId')))
    }, HELP_PAUSE_MS)
  }

  /** Somebody who takes a chat and gives it back, again and again. */
  toss(token: string, chatId: string): void {
    this.#loop(async () => {
      const action = this.lastToss === 'pause' ? 'play' : 'pause'
      await this.asker(token).ask('GET', `/api/takeover/${action}/${chatId}`)
      this.lastToss = action
    })
  }

  /** Every writer finishes what it has begun. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  #say(writer: string, chatId: string, send: (text: string) => Promise<Answer>, pauseMs = 0): void {
    const acknowledged: Acknowledged = { writer, chatId, texts: [] }
    this.acknowledged.push(acknowledged)
    this.#loop(async (nth) => {
      const text = `${writer} ${nth}`
      await send(text)
      acknowledged.texts.push(text)
    }, pauseMs)
  }

  #loop(step: (nth: number) => Promise<void>, pauseMs = 0): void {
    const run = async () => {
      for (let nth = 0; !this.#isOver; nth += 1) {
        await step(nth)
        await (pauseMs === 0 ? setImmediate() : delay(pauseMs))
      }
    }
    this.#running.push(run().catch((error: unknown) => void this.problems.push(String(error))))
  }

  async #askUntilAnswered(
    token: string | null,
    method: string,
    path: string,
    json: unknown,
  ): Promise<Answer> {
    const key = makeKey()
    const options = { method, key, ...(json === undefined ? {} : { json }) }
    for (;;) {
      this.#turn += 1
      const url = this.#urls[this.#turn % this.#urls.length] ?? ''
      const answer = await call(createClient({ url }, token), path, options)
      if (answer && !NOT_NOW.includes(answer.status)) {
        this.answers += 1
        if (answer.status < 300) return answer
        throw new Error(`${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      if (answer?.status === 500) this.problems.push(`${method} ${path} was answered with 500`)
      this.repeats += 1
      await delay(AGAIN_MS)
    }
  }
}

/** Null where there was no answer. A stopped process says nothing for ever: the next one is asked then. */
async function call(
  client: Client,
  path: string,
  options: Parameters<Client['call']>[1],
): Promise<Answer | null> {
  try {
    return await Promise.race([client.call(path, options), delay(STALL_MS, null)])
  } catch {
    return null
  }
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
