/** The shell's page in two parts, between which the layer is drawn. */
export interface Shell {
  /** Up to `#root`, with the styles of the layer. */
  head: string
  /** The other styles and what follows. */
  rest: string
  headers: Headers
}

const ROOT = '<div id="root">'
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g
/** The last rule of `src/app/start-layer.css`. */
const END_OF_START_STYLES = /:root\s*{\s*--start-styles:\s*end;?\s*}/

let known: Promise<Shell | null> | null = null

/**
 * The precached shell, kept while the worker lives: it is one build's, and so is the worker. Its styles are put into it,
 * because a page waits for a file of them before it paints anything: those of the layer before it, the others after it, so
 * that they are not read before the first paint. Null where it is not what is expected.
 */
export function readShell(answerWithShell: () => Promise<Response>): Promise<Shell | null> {
  known ??= splitShell(answerWithShell).catch(() => null)
  return known
}

async function splitShell(answerWithShell: () => Promise<Response>): Promise<Shell | null> {
  const response = await answerWithShell()
  const page = await response.text()
  const at = page.indexOf(ROOT)
  if (!response.ok || at < 0) return null
  const styles = new Map<string, string>()
  for (const [link, address = ''] of page.matchAll(STYLESHEET)) {
    const file = await caches.match(address)
    if (file) styles.set(link, await file.text())
  }
  let late = ''
  const head = page.slice(0, at).replace(STYLESHEET, (link) => {
    const [early, others] = splitStyles(styles.get(link))
    if (early === undefined) return link
    late += others
    return `<style>${early}</style>`
  })
  const headers = new Headers(response.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return { head, rest: (late === '' ? '' : `<style>${late}</style>`) + page.slice(at), headers }
}

/** What the layer needs and what it does not; all of it where they can't be told apart. */
function splitStyles(text: string | undefined): [early: string | undefined, late: string] {
  const end = text === undefined ? null : END_OF_START_STYLES.exec(text)
  return end === null ? [text, ''] : [end.input.slice(0, end.index), end.input.slice(end.index)]
}
