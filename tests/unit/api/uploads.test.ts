import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#src/api/errors.ts'
import { STALL_MS } from '#src/api/http.ts'
import { uploadByXhr } from '#src/api/uploads.ts'
import { makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, TEST_ORIGIN } from '#tests/support/local.ts'

interface Progress {
  lengthComputable: boolean
  loaded: number
  total: number
}

/** The browser's request: the test says what becomes of it. */
class ScriptedRequest {
  static newest: ScriptedRequest | undefined
  readonly headers = new Map<string, string>()
  readonly upload: { onprogress: (event: Progress) => void } = { onprogress: () => undefined }
  onprogress = () => undefined
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  url = ''
  status = 0
  responseURL = ''
  responseText = ''
  sent: FormData | undefined
  isAborted = false

  constructor() {
    ScriptedRequest.newest = this
  }

  open(method: string, url: string): void {
    this.url = `${method} ${url}`
    this.responseURL = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return name.toLowerCase() === 'content-type' ? 'application/json' : null
  }

  send(form: FormData): void {
    this.sent = form
  }

  abort(): void {
    this.isAborted = true
    this.onabort()
  }

  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload()
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(hasContractBodies = true) {
  const shares: number[] = []
  const stopped = new AbortController()
  const onUnauthorized = vi.fn()
  const session = {
    target: { origin: TEST_ORIGIN, fetch },
    token: 'token',
    hasContractBodies,
    onUnauthorized,
  }
  const upload = uploadByXhr(session, {
    chatId: 'a chat',
    name: 'menu.pdf',
    type: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF').buffer,
    key: 'key-1',
    signal: stopped.signal,
    onProgress: (share) => shares.push(share),
  })
  const end = upload.then(
    (messages) => ({ messages }),
    (error: unknown) => ({ failure: error instanceof ApiError ? error.failure.kind : error }),
  )
  const request = ScriptedRequest.newest
  if (!request) throw new Error('nothing was asked')
  const move = (loaded: number, total = 200) =>
    request.upload.onprogress({ lengthComputable: total > 0, loaded, total })
  return { request, shares, stopped, end, move, onUnauthorized }
}

describe('an upload in a page (O7)', () => {
  it('sends one file with its name, type, key and token', async () => {
    const { request, end } = start()
    expect(request.url).toBe(`POST ${TEST_ORIGIN}/api/takeover/upload/a%20chat`)
    expect(request.headers.get('Authorization')).toBe('Bearer token')
    expect(request.headers.get('Idempotency-Key')).toBe('key-1')
    const file = request.sent?.get('files')
    if (!(file instanceof File)) throw new Error('no file was sent')
    expect([file.name, file.type, await file.text()]).toEqual(['menu.pdf', 'application/pdf', '%PDF'])
    const row = makeMessageRow('a chat', 'm1', 0)
    request.answer(200, [row])
    expect(await end).toEqual({ messages: [row] })
  })

  it('tells how much has gone out; what has no known length is no share', async () => {
    const { request, shares, move, end } = start()
    move(0)
    move(50)
    move(60, 0)
    move(200)
    expect(shares).toEqual([0, 0.25, 1])
    request.answer(200, [])
    await end
  })

  it('goes on however long it takes in all, while anything moves', async () => {
    const { request, move, end } = start()
    for (let step = 1; step <= 10; step += 1) {
      vi.advanceTimersByTime(STALL_MS - 1)
      if (step % 2 === 0) request.onprogress()
      else move(step)
    }
    expect(request.isAborted).toBe(false)
    request.answer(200, [])
    expect(await end).toEqual({ messages: [] })
    vi.advanceTimersByTime(2 * STALL_MS)
    expect(request.isAborted).toBe(false)
  })

  it('is given up when nothing moves for long: a line that fails', async () => {
    const { request, move, end } = start()
    move(10)
    vi.advanceTimersByTime(STALL_MS - 1)
    expect(request.isAborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(request.isAborted).toBe(true)
    expect(await end).toEqual({ failure: 'unreachable' })
  })

  it('ends with the engine', async () => {
    const { request, stopped, end } = start()
    stopped.abort()
    expect(request.isAborted).toBe(true)
    expect(await end).toEqual({ failure: 'aborted' })
  })

  it('an answer from elsewhere, or a web page, is not the environment’s', async () => {
    const redirected = start()
    redirected.request.responseURL = 'https://wifi.example/login'
    redirected.request.answer(200, [])
    expect(await redirected.end).toEqual({ failure: 'unexpected-responder' })
    const portal = start(false)
    portal.request.answer(200, '<!doctype html><title>Wi-Fi</title>')
    expect(await portal.end).toEqual({ failure: 'unexpected-responder' })
  })

  it('without the contract any other answer is an acceptance', async () => {
    const { request, end } = start(false)
    request.answer(200, {})
    expect(await end).toEqual({ messages: null })
  })

  it('a 401 tells the session', async () => {
    const { request, end, onUnauthorized } = start()
    request.answer(401, { message: 'Sign in again.', code: 'unauthorized' })
    expect(await end).toEqual({ failure: 'unauthorized' })
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })
})
