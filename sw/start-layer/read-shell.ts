/** The shell's page in two parts, between which the layer is drawn. */
export interface Shell {
  /** Up to `#root`, its styles included. */
  head: string
  rest: string
  headers: Headers
}

const ROOT = '<div id="root">'
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g

let known: Promise<Shell | null> | null = null

/**
 * The precached shell, kept while the worker lives: it is one build's, and so is the worker. Its styles are put into it,
 * because a page waits for a file of them before it paints anything. Null where it is not what is expected.
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
    if (file) styles.set(link, `<style>${await file.text()}</style>`)
  }
  const head = page.slice(0, at).replace(STYLESHEET, (link) => styles.get(link) ?? link)
  const headers = new Headers(response.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return { head, rest: page.slice(at), headers }
}
