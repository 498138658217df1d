import { logger } from '#src/lib/logger.ts'
import { drawLayer } from './draw-layer.ts'
import { readShell, type Shell } from './read-shell.ts'
import { StartReader, type Start } from './read-start.ts'

/**
 * What the page's own script draws it reads from the same databases, later than the worker and with a core to share: it is
 * never as soon, however much there is to do. A database that does not answer for so long is not busy but broken (W6).
 */
const PATIENCE_MS = 2_000

const reader = new StartReader()

/**
 * The shell with the newest chats drawn beside `#root` (W6), or `answerWithShell` where nobody is signed in or the
 * databases are late. The head goes out before the chats are read: the browser makes the page meanwhile.
 */
export async function answerStart(url: URL, answerWithShell: () => Promise<Response>): Promise<Response> {
  const deadline = performance.now() + PATIENCE_MS
  const [shell, start] = await Promise.all([
    readShell(answerWithShell),
    inTime(reader.begin(url, Date.now()), deadline),
  ])
  if (shell === null || start === null) return answerWithShell()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(writeHead(shell, start)))
      const layer = await inTime(draw(start), deadline)
      controller.enqueue(encoder.encode((layer ?? '') + shell.rest))
      controller.close()
    },
  })
  return new Response(body, { headers: shell.headers })
}

async function draw(start: Start): Promise<string | null> {
  const rows = await start.readRows()
  return rows && drawLayer(rows)
}

function writeHead({ head }: Shell, { theme }: Start): string {
  return theme === 'system' ? head : head.replace('<html ', `<html data-theme="${theme}" `)
}

/** Null where it failed or did not come in time. */
async function inTime<T>(reading: Promise<T | null>, deadline: number): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), deadline - performance.now()))
  const whole = reading.catch((error: unknown) => {
    logger.warn('the start layer can’t be read', { error: String(error) })
    return null
  })
  return Promise.race([whole, late])
}
