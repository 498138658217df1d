import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiSession } from '#src/api/http.ts'
import { TEST_ORIGIN } from '#tests/support/local.ts'

/** What the browser was asked for, in order: a write, or a request with a body that is gone. */
let asked: {
  what: 'write' | 'unsendable'
  path: string
  method: string
  token: string | null
  credentials: RequestCredentials | undefined
}[]

/** Chromium's way with a file that is gone: the request fails and nothing is sent. */
const scriptedFetch: typeof fetch = (input, init) => {
  const what = init?.body instanceof File ? 'unsendable' : 'write'
  const path = new URL(String(input)).pathname
  const token = new Headers(init?.headers).get('authorization')
  asked.push({ what, path, method: init?.method ?? 'GET', token, credentials: init?.credentials })
  if (what === 'unsendable') return Promise.reject(new TypeError('net::ERR_FILE_NOT_FOUND'))
  return Promise.resolve(Response.json({}))
}

function sessionOf(hasContractBodies: boolean): ApiSession {
  return { target: { origin: TEST_ORIGIN, fetch: scriptedFetch }, token: 'mine', hasContractBodies }
}

/** A browser whose removed files are gone, or, with `isGone` false, can be read all the same. */
function standInBrowser(isGone: boolean, names: string[] = []): void {
  const file = new File(['-'], 'gone')
  if (isGone) file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  const writer = { write: () => Promise.resolve(), close: () => Promise.resolve() }
  const handle = { createWritable: () => Promise.resolve(writer), getFile: () => Promise.resolve(file) }
  const folder = {
    getFileHandle: (name: string) => Promise.resolve(names.push(name)).then(() => handle),
    removeEntry: (name: string) => Promise.resolve(names.splice(names.indexOf(name), 1)),
  }
  vi.stubGlobal('navigator', { userAgentData: {}, storage: { getDirectory: () => Promise.resolve(folder) } })
}

async function send(session: ApiSession, key?: string): Promise<void> {
  const { sendText } = await import('#src/api/takeover.ts')
  await sendText(session, 'chat', 'hello', { key, signal: new AbortController().signal })
}

beforeEach(() => {
  asked = []
  // The file is made once for as long as a page lives.
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

describe('a connection of its own for a write without a key (decision 032)', () => {
  it('closes all that are idle before it, with requests that differ from it in their body alone', async () => {
    const left: string[] = []
    standInBrowser(true, left)
    await send(sessionOf(false))
    const [last, ...before] = asked.toReversed()
    // Reads have none: at its own origin no read's connection is the write's.
    expect(last).toMatchObject({ what: 'write', method: 'POST', credentials: 'same-origin' })
    expect(before).toHaveLength(9)
    for (const request of before) expect(request).toEqual({ ...last, what: 'unsendable' })
    expect(left).toEqual([])
  })

  it('a takeover is a GET, which can have no body: a POST stands in for it', async () => {
    standInBrowser(true)
    const { changeTakeover } = await import('#src/api/takeover.ts')
    await changeTakeover(sessionOf(false), 'resolve', 'chat', {
      key: undefined,
      signal: new AbortController().signal,
    })
    expect(asked.at(-1)).toMatchObject({ what: 'write', method: 'GET' })
    expect(new Set(asked.slice(0, -1).map(({ what, method }) => `${what} ${method}`))).toEqual(
      new Set(['unsendable POST']),
    )
  })

  it('a key protects: nothing goes before it', async () => {
    standInBrowser(true)
    await send(sessionOf(true), 'key').catch(() => undefined)
    expect(asked.map(({ what }) => what)).toEqual(['write'])
  })

  it.each<[string, () => void]>([
    ['reads the file all the same', () => standInBrowser(false)],
    ['is not Chromium', () => vi.stubGlobal('navigator', {})],
    [
      'lets nothing be kept on it',
      () => {
        const getDirectory = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
        vi.stubGlobal('navigator', { userAgentData: {}, storage: { getDirectory } })
      },
    ],
  ])('a browser that %s: the write alone is made', async (_, standIn) => {
    standIn()
    await send(sessionOf(false))
    expect(asked.map(({ what }) => what)).toEqual(['write'])
  })
})
