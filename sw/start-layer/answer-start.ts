import { logger } from '#src/lib/logger.ts'
import { drawLayer } from './draw-layer.ts'
import { StartReader, type StartReading } from './read-start.ts'

/** The start without it is better than a late one (W6). */
const PATIENCE_MS = 50
const ROOT = '<div id="root"></div>'
const PAGE = '<html lang="en">'

const reader = new StartReader()

/** The shell with the newest chats drawn beside `#root`; the shell as it is where they are not there in time (W6). */
export async function answerStart(url: URL, shell: Promise<Response>): Promise<Response> {
  const [response, reading] = await Promise.all([shell, readInTime(url)])
  if (reading === null) return response
  const text = await response.text()
  const page = reading.theme === 'system' ? PAGE : `<html lang="en" data-theme="${reading.theme}">`
  // Functions: what is drawn may hold '$&'.
  const drawn = text.replace(PAGE, () => page).replace(ROOT, () => drawLayer(reading) + ROOT)
  const headers = new Headers(response.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return new Response(drawn, { status: response.status, headers })
}

async function readInTime(url: URL): Promise<StartReading | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const reading = reader.read(url, Date.now()).catch((error: unknown) => {
    logger.warn('the start layer can’t be read', { error: String(error) })
    return null
  })
  return Promise.race([reading, late])
}
