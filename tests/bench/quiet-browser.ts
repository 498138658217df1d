import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { FLAGS } from '#tests/support/chromium.ts'
import { findChromium, NO_CHROMIUM } from '#scripts/find-chromium.mjs'
import { waitFor } from '#tests/support/wait-for.ts'

/** How long a tab is left alone: whoever watches a start takes part in it, on a machine of two cores by a fifth. */
const UNWATCHED_MS = 1_500
/** For what opening a window leaves to be done, and closing the one before it. */
const CALM_MS = 300
const ADDRESS = /DevTools listening on (ws:\S+)/

/** A Chromium in which nobody watches the tabs while they start. */
export interface QuietBrowser {
  /**
   * Opens an address in a window of its own, leaves it alone, and answers with what the expression then comes to, which is
   * awaited.
   */
  visit(address: string, expression: string): Promise<unknown>
  close(): Promise<void>
}

/** Starts it in a profile's folder, with windows of this size. */
export async function openQuietBrowser(
  folder: string,
  { width, height }: { width: number; height: number },
): Promise<QuietBrowser> {
  const program = findChromium()
  if (program === null) throw new Error(NO_CHROMIUM)
  const child = spawn(
    program,
    [
      ...FLAGS,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      `--window-size=${width},${height}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const line = await openLine(await readAddress(child))
  return {
    async visit(address, expression) {
      const blank = { url: 'about:blank', newWindow: true, width, height }
      const { targetId } = await line.call('Target.createTarget', blank)
      await sleep(CALM_MS)
      const opener = await line.attach(targetId)
      const leaving = line.call('Page.navigate', { url: address }, opener)
      await line.call('Target.detachFromTarget', { sessionId: opener })
      // Who has gone is not told how the navigation went: whether the marks are there says it.
      leaving.catch(() => undefined)
      await sleep(UNWATCHED_MS)
      const evaluate = { expression, awaitPromise: true, returnByValue: true }
      const { result } = await line.call('Runtime.evaluate', evaluate, await line.attach(targetId))
      await line.call('Target.closeTarget', { targetId })
      return isRecord(result) ? result['value'] : undefined
    },
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      await line.call('Browser.close')
      await gone
    },
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()))
  return waitFor('Chromium to say where it listens', () => ADDRESS.exec(said)?.[1])
}

type Answer = Record<string, unknown>

interface Line {
  call(method: string, params?: Answer, sessionId?: string): Promise<Answer>
  /** The session at a tab. */
  attach(targetId: unknown): Promise<string>
}

interface Asker {
  method: string
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** The protocol of Chromium's developer tools, as far as a tab is opened, asked and closed. */
async function openLine(address: string): Promise<Line> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, Asker>()
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString())
    if (!isRecord(message) || typeof message['id'] !== 'number') return
    const asker = waiting.get(message['id'])
    waiting.delete(message['id'])
    if (isRecord(message['result'])) asker?.resolve(message['result'])
    else asker?.reject(new Error(`${asker.method}: ${JSON.stringify(message['error'])}`))
  })
  let last = 0
  const call: Line['call'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { method, resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) }))
    })
  return {
    call,
    async attach(targetId) {
      const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
      return String(sessionId)
    },
  }
}

function isRecord(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}
