import { readFileSync } from 'node:fs'
import WebSocket from 'ws'
import * as v from 'valibot'
import { SOCKET_PROTOCOL } from '#src/contract/frames.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { callJson } from '#tests/support/http-json.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { percentile } from './measure.ts'

/** The environment takes 60 messages a minute of a guest: nobody writes more often. */
const PAUSE_MS = 1_000
/** What the demonstration's bot answers with a single message. */
const QUESTION = 'Until when do you serve breakfast?'
/** What is not shown by then counts as so late, and is named beside the figures. */
const SHOWN_DEADLINE_MS = 30_000
/** Of a tick of the system's clock, in which processor time is counted. */
const TICK_MS = 10

const frameSchema = v.object({
  type: v.string(),
  chatId: v.nullish(v.string()),
  message: v.nullish(v.object({ id: v.string(), sentByGuest: v.boolean() })),
})

/** What it cost that so many guests wrote. */
export interface LoadFigures {
  guests: number
  /** Guests' and bot's together, from the first to the last. */
  messagesPerSecond: number
  /** From a guest's call to the frame at a console. */
  consoleMedianMs: number
  consoleP95Ms: number
  /** From a guest's call to the bot's answer at a console. */
  answerP95Ms: number
  /** Messages and answers that were not shown in time. */
  missed: number
  /** Processor time of the servers, their databases' threads included, for a guest's message with its answer. */
  cpuMsPerMessage: number
}

/** A console that notes when what is shown to it. */
interface Watch {
  /** Resolves with the moment at which a guest's message with this id is shown. */
  waitForMessage(id: string): Promise<number>
  /** Resolves with the moment of the bot's next message in a chat. */
  waitForAnswer(chatId: string): Promise<number>
  countMissed(): number
  close(): void
}

/** So many guests write so many messages each, one a second at most, each after the answer to the one before. */
export async function runLoad(
  servers: readonly ServerProcess[],
  { guests: count, messages }: { guests: number; messages: number },
): Promise<LoadFigures> {
  const [first] = servers
  if (!first) throw new Error('there is no server')
  const watch = await openWatch(first.url)
  const guests: Guest[] = []
  for (let index = 0; index < count; index += 1)
    guests.push(await openGuest(servers[index % servers.length]?.url ?? first.url))
  const toConsole: number[] = []
  const toAnswer: number[] = []
  const cpuBefore = readCpuMs(servers)
  const begun = performance.now()
  await Promise.all(
    guests.map(async (guest, index) => {
      await waitUntil(begun + (index * PAUSE_MS) / count)
      for (let round = 0; round < messages; round += 1) {
        const start = performance.now()
        const answered = watch.waitForAnswer(guest.chatId)
        const { id } = await guest.say(QUESTION)
        toConsole.push((await watch.waitForMessage(id)) - start)
        toAnswer.push((await answered) - start)
        await waitUntil(start + PAUSE_MS)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  const cpuMs = readCpuMs(servers) - cpuBefore
  watch.close()
  return {
    guests: count,
    missed: watch.countMissed(),
    messagesPerSecond: (toConsole.length + toAnswer.length) / seconds,
    consoleMedianMs: percentile(toConsole, 0.5),
    consoleP95Ms: percentile(toConsole, 0.95),
    answerP95Ms: percentile(toAnswer, 0.95),
    cpuMsPerMessage: cpuMs / toConsole.length,
  }
}

/** So many guests write at the same moment; the bot's answers a second until the last of them has one. */
export async function runBurst(server: ServerProcess, count: number): Promise<number> {
  const watch = await openWatch(server.url)
  const guests: Guest[] = []
  for (let index = 0; index < count; index += 1) guests.push(await openGuest(server.url))
  const begun = performance.now()
  const answers = guests.map((guest) => watch.waitForAnswer(guest.chatId))
  await Promise.all(guests.map((guest) => guest.say(QUESTION)))
  const ends = await Promise.all(answers)
  watch.close()
  return (count - watch.countMissed()) / ((Math.max(...ends) - begun) / 1_000)
}

async function openWatch(url: string): Promise<Watch> {
  const { token } = await callJson(
    v.object({ token: v.string() }),
    `${url}/api/auth?username=agent&password=bellhop-demo&token=`,
  )
  const socket = new WebSocket(`${url.replace('http', 'ws')}/`, [SOCKET_PROTOCOL, `bearer.${token}`])
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const shown = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  let missed = 0
  const note = (key: string) => {
    const at = performance.now()
    shown.set(key, at)
    waiting.get(key)?.(at)
    waiting.delete(key)
  }
  socket.on('message', (data: Buffer) => {
    const { chatId, message } = v.parse(frameSchema, JSON.parse(data.toString()))
    if (message) note(message.sentByGuest ? message.id : `answer ${chatId ?? ''}`)
  })
  const waitFor = (key: string) =>
    new Promise<number>((resolve) => {
      const timer = setTimeout(() => {
        missed += 1
        resolve(performance.now())
      }, SHOWN_DEADLINE_MS)
      waiting.set(key, (at) => {
        clearTimeout(timer)
        resolve(at)
      })
    })
  return {
    waitForMessage: (id) => {
      const at = shown.get(id)
      return at === undefined ? waitFor(id) : Promise.resolve(at)
    },
    waitForAnswer: (chatId) => waitFor(`answer ${chatId}`),
    countMissed: () => missed,
    close: () => socket.close(),
  }
}

/** Of all threads, in user and in system mode (proc(5), fields 14 and 15). */
function readCpuMs(servers: readonly ServerProcess[]): number {
  const ticks = servers.map((server) => {
    const fields = readFileSync(`/proc/${server.readPid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, count) => sum + count, 0) * TICK_MS
}

function waitUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
}
