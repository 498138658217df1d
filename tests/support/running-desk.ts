import type { LineReading } from '#src/api/http.ts'
import { createConnectionStore, type ConnectionStore } from '#src/lib/connection.ts'
import type { Channel } from '#src/sync/channel.ts'
import type { AskedList } from '#src/sync/first-list.ts'
import { leadEngine } from '#src/sync/lead.ts'
import { createLine } from '#src/sync/line.ts'
import type { Desk } from './desk.ts'

export const SILENT: Channel = {
  post: () => undefined,
  listen: () => () => undefined,
  close: () => undefined,
}

/** A desk whose engine runs by itself, as in the tab that leads. */
export interface RunningDesk {
  desk: Desk
  connection: ConnectionStore
  /** What screens were told: of which lists (null: any), and `session`. */
  hints: readonly (string | null)[]
  /** What `online` and a visible page do. */
  comeBack(): void
  /** Just after the next answer another call finds a login page. */
  failAfterNextAnswer(): void
  stop(): Promise<void>
}

export interface RunOptions {
  channel?: Channel
  random?: () => number
  isGoodLine?: () => boolean
  /** What its sign-in has asked for. */
  asked?: AskedList | null
}

/** Starts a desk's engine. The global `WebSocket` is the test's to give. */
export function runDesk(
  desk: Desk,
  { channel = SILENT, random = Math.random, isGoodLine = () => false, asked = null }: RunOptions = {},
): RunningDesk {
  const connection = createConnectionStore(0)
  const line = createLine(connection, Date.now)
  const stopped = new AbortController()
  const hints: (string | null)[] = []
  let comeBack: () => void = () => undefined
  let isFailing = false
  const note = (reading: LineReading) => {
    line.note(reading)
    if (!isFailing || reading !== 'answered') return
    isFailing = false
    queueMicrotask(() => line.note('login-page'))
  }
  const context = {
    ...desk.context,
    clock: { now: () => Date.now() },
    random,
    target: { ...desk.context.target, onLine: note },
    signal: stopped.signal,
  }
  const done = leadEngine(context, {
    line,
    channel,
    onProgress: () => undefined,
    holderId: 'page',
    host: {
      isVisible: () => true,
      onReturn(listener) {
        comeBack = listener
        return () => undefined
      },
      network: { get: isGoodLine, subscribe: () => () => undefined, noteSlow: () => undefined },
      registerSync: () => Promise.resolve(),
      whenDrawn: () => Promise.resolve(),
    },
    takeFirstList: () => asked,
    onRows: (list) => void hints.push(list),
    onSessionChanged: () => void hints.push('session'),
  })
  return {
    desk,
    connection,
    hints,
    comeBack: () => comeBack(),
    failAfterNextAnswer() {
      isFailing = true
    },
    async stop() {
      stopped.abort()
      await done
    },
  }
}
