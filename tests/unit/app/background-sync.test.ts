import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { registerBackgroundSync, registerSync } from '#src/app/background-sync.ts'
import { FLUSH_TAG } from '#src/sync/worker-words.ts'
import { flushOutbox } from '#src/sync/outbox/flush.ts'
import { isSendCall, openHolding, queueText } from '#tests/support/holding.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser with Background Sync, whose answer the test may hold back. */
function stubBrowser(answer: () => Promise<void> = () => Promise.resolve()) {
  const register = vi.fn<(tag: string) => Promise<void>>(answer)
  const serviceWorker = { getRegistration: () => Promise.resolve({ sync: { register } }) }
  vi.stubGlobal('navigator', { serviceWorker })
  return register
}

describe('the browser knows that something waits before the first attempt (O5)', () => {
  it('and before each further one', async () => {
    const { desk, chatId } = await openHolding(server)
    const log: string[] = []
    stubBrowser(() => Promise.resolve(void log.push('registered')))
    desk.line.decide((call) => {
      if (isSendCall(call)) log.push('sent')
      return 'pass'
    })
    await queueText(desk, chatId, 'one')
    await queueText(desk, chatId, 'two')
    const claimant = { holderId: 'page', onProgress: () => undefined }
    const options = { claimant, isLineUp: () => true, prepare: registerSync, pull: desk.sync }
    await flushOutbox(desk.context, options)
    expect(log).toEqual(['registered', 'sent', 'registered', 'sent'])
  })

  it('also where the tab that has it does not lead, and each time that it is queued again', async () => {
    const { desk, chatId } = await openHolding(server)
    const register = stubBrowser()
    const stop = registerBackgroundSync(desk.workspace)
    await queueText(desk, chatId, 'one')
    await waitFor('a registration', () => register.mock.calls.length > 0)
    expect(register).toHaveBeenCalledWith(FLUSH_TAG)
    const before = register.mock.calls.length
    desk.line.failNext(isSendCall, 'lose')
    await desk.flush()
    await waitFor('another one', () => register.mock.calls.length > before)
    stop()
  })

  it.each([
    ['refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
    ['has no such thing', null],
  ])('a browser that %s holds nothing up', async (_, answer) => {
    if (answer) stubBrowser(answer)
    else vi.stubGlobal('navigator', {})
    await expect(registerSync()).resolves.toBeUndefined()
  })

  it('nor does one that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    stubBrowser(() => new Promise(() => undefined))
    const isDone = vi.fn()
    void registerSync().then(isDone)
    await vi.advanceTimersByTimeAsync(999)
    expect(isDone).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(isDone).toHaveBeenCalled()
  })
})
