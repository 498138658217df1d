import { START_LAYER_ID } from '#src/lib/start-layer-id.ts'

/** The shell's page in two parts, between which the layer is drawn. */
export interface Shell {
  /** Up to `#root`, with the styles of the layer. */
  head: string
  /** What loads later, and what follows. */
  rest: string
  headers: Headers
}

const ROOT = '<div id="root">'
/** Holds back a frame that has no rows yet: it would be empty, and the one with the rows would follow later. */
const WAIT_FOR_LAYER = `<link rel="expect" href="#${START_LAYER_ID}" blocking="render">`
/** The app's scripts, as the build names them (`vite.config.ts`). */
const MODULE = /<link rel="preload"[^>]* data-module [^>]*>/g
/** The page's first script and what fetches it ahead, as the build writes them. */
const FIRST_SCRIPT = /<link rel="preload"[^>]*><script type="module"[^>]* src="([^"]+)"><\/script>/
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g
/** The last rule of `src/app/start/start-layer.css`. */
const END_OF_START_STYLES = /:root\s*{\s*--start-styles:\s*end;?\s*}/

const POLICY = 'Content-Security-Policy'
/** The policy's word on scripts, up to the next directive. */
const SCRIPTS = /\bscript-src [^;]*/
/** A second policy, which a proxy may have added, or a word of its own on scripts that stand in a page. */
const MORE_ON_SCRIPTS = /,|\bscript-src-elem /

let known: Promise<Shell | null> | null = null

/**
 * The precached shell, kept while the worker lives: it is one build's, and so is the worker. Its styles are put into it,
 * because a page waits for a file of them before it paints anything: those of the layer before it. The others and the app's
 * scripts follow it in a template, which the page's first script empties once the layer is painted (`src/app/begin.ts`):
 * until then the rows have the device to themselves. Null where it is not what is expected.
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
  const whole = page.slice(0, at)
  const modules = whole.match(MODULE) ?? []
  let late = ''
  const begun = await putFirstScript(whole.replace(MODULE, ''), response.headers)
  const head = begun.head.replace(STYLESHEET, (link) => {
    const [early, others] = splitStyles(styles.get(link))
    if (early === undefined) return link
    late += others
    return `<style>${early}</style>`
  })
  begun.headers.delete('Content-Encoding')
  begun.headers.delete('Content-Length')
  return {
    head: head.replace('</head>', `${WAIT_FOR_LAYER}</head>`),
    rest: `<template>${modules.join('')}<style>${late}</style></template>${page.slice(at)}`,
    headers: begun.headers,
  }
}

/**
 * The page's first script in its place, because fetching it takes time from the rows: it is the build's own, and the page's
 * policy is told its hash. Where the device does not have it, or it is not sure that the policy then allows it, its address
 * stays: a page whose first script is refused never begins.
 */
async function putFirstScript(head: string, given: Headers): Promise<Pick<Shell, 'head' | 'headers'>> {
  const headers = new Headers(given)
  const policy = headers.get(POLICY)
  const [tags, address] = FIRST_SCRIPT.exec(head) ?? []
  const file = address === undefined ? undefined : await caches.match(address)
  const isAllowed = policy === null || (SCRIPTS.test(policy) && !MORE_ON_SCRIPTS.test(policy))
  if (tags === undefined || !file || !isAllowed) return { head, headers }
  const code = await file.text()
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  const source = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`
  if (policy !== null)
    headers.set(
      POLICY,
      policy.replace(SCRIPTS, (scripts) => `${scripts} ${source}`),
    )
  return { head: head.replace(tags, () => `<script type="module">${code}</script>`), headers }
}

/** What the layer needs and what it does not; all of it where they can't be told apart. */
function splitStyles(text: string | undefined): [early: string | undefined, late: string] {
  const end = text === undefined ? null : END_OF_START_STYLES.exec(text)
  return end === null ? [text, ''] : [end.input.slice(0, end.index), end.input.slice(end.index)]
}
