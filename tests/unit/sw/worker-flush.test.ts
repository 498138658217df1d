import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeOver } from '#src/actions/take-over.ts'
import { engineName, openChannel } from '#src/sync/channel.ts'
import { FLUSH_TAG } from '#src/sync/worker-words.ts'
import { holdLeadership } from '#src/sync/leadership.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { createFakeLocks } from '#tests/support/fake-locks.ts'
import { createFaultFetch, type FaultFetch } from '#tests/support/fault-fetch.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { isSendCall, queueText } from '#tests/support/holding.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

type Handler = (event: unknown) => void

/** The global of a worker whose browser has just woken it; what its code listens to is called by the test. */
function makeWorkerGlobal() {
  const handlers = new Map<string, Handler[]>()
  const locks = createFakeLocks()
  let shown: string[] = []
  const scope = {
    addEventListener: (type: string, handler: Handler) =>
      void handlers.set(type, [...(handlers.get(type) ?? []), handler]),
    navigator: { locks, onLine: true },
    clients: { matchAll: () => Promise.resolve([]) },
    registration: {
      showNotification: (title: string) => Promise.resolve(void shown.push(title)),
      getNotifications: () => Promise.resolve([]),
      pushManager: { getSubscription: () => Promise.resolve(null) },
    },
  }
  return {
    scope,
    locks,
    shown: () => shown.length,
    reset: () => void (shown = []),
    /** Settles as the event's work does. */
    async dispatch(type: string, fields: object): Promise<void> {
      const work: Promise<unknown>[] = []
      const event = { ...fields, waitUntil: (promise: Promise<unknown>) => void work.push(promise) }
      for (const handler of handlers.get(type) ?? []) handler(event)
      await Promise.all(work)
    },
  }
}

let server: TestServer
let guest: Guest
/** The page of this device, which is closed: its databases are the worker's. */
let page: Desk
let line: FaultFetch
const worker = makeWorkerGlobal()

beforeAll(async () => {
  server = await startTestServer()
  // The worker's code takes its global once, as it is loaded. By their names: the tests' types know no worker's global.
  vi.stubGlobal('self', worker.scope)
  const { flushOnSync } = await vi.importActual<{ flushOnSync(): void }>('#sw/background-sync.ts')
  const { alertByPush } = await vi.importActual<{ alertByPush(): void }>('#sw/push.ts')
  flushOnSync()
  alertByPush()
})
afterAll(() => server.stop())

beforeEach(async () => {
  guest = await openGuest(server.url)
  await guest.say('hello')
  // As in a browser, page and worker find each other's databases by their names.
  page = await openDeskAt(server, 'agent', { indexedDB, IDBKeyRange })
  await page.sync()
  await takeOver(page.workspace, guest.chatId, 'bot', page.clock.now())
  await page.flush()
  await queueText(page, guest.chatId, 'nobody’s hand')
  line = createFaultFetch()
  worker.reset()
  vi.stubGlobal('fetch', line.fetch)
  vi.stubGlobal('Notification', { permission: 'default' })
})
afterEach(() => vi.unstubAllGlobals())

const sync = () => worker.dispatch('sync', { tag: FLUSH_TAG })
const sends = () => line.calls.filter(isSendCall).length

describe('the worker sends what waits while no page is open (O5)', () => {
  it('on sync, once', async () => {
    await sync()
    await sync()
    expect(await guest.readStaffTexts()).toEqual(['nobody’s hand'])
    expect([sends(), await page.operations()]).toEqual([1, []])
  })

  it('on push, after it has shown what the push says', async () => {
    const shownBefore: number[] = []
    line.decide((call) => {
      if (isSendCall(call)) shownBefore.push(worker.shown())
      return 'pass'
    })
    await worker.dispatch('push', { data: { text: () => 'words of another build' } })
    expect(await guest.readStaffTexts()).toEqual(['nobody’s hand'])
    expect(shownBefore).toEqual([1])
  })

  it('rejects while work is left, so that the browser tries again; a lost answer is not a second message', async () => {
    line.decide(() => 'drop')
    await expect(sync()).rejects.toThrow('1 operations still wait')
    expect(sends()).toBe(0)
    line.clear()
    line.failNext(isSendCall, 'lose')
    await expect(sync()).rejects.toThrow('1 operations still wait')
    await sync()
    expect(await guest.readStaffTexts()).toEqual(['nobody’s hand'])
    expect(await page.operations()).toEqual([])
  })

  it('a push that nothing can be sent on says nothing of it', async () => {
    line.decide(() => 'drop')
    await worker.dispatch('push', { data: { text: () => '' } })
    expect(worker.shown()).toBe(1)
    expect(await page.operations()).toHaveLength(1)
  })

  it('another sync than ours is not answered', async () => {
    await worker.dispatch('sync', { tag: 'something else' })
    expect(line.calls).toEqual([])
  })
})

describe('with a page open the worker asks it, by the same lock', () => {
  it('and calls nobody itself', async () => {
    const name = engineName(server.url, page.workspace.user.id)
    const channel = openChannel(name)
    const closed = new AbortController()
    const asked = vi.fn()
    channel.listen((message) => {
      if (message.type !== 'flush') return
      asked()
      void page.flush()
    })
    const leading = holdLeadership({
      name,
      channel,
      locks: worker.locks,
      signal: closed.signal,
      lead: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    })
    try {
      await sync()
      expect(asked).toHaveBeenCalledOnce()
      expect(line.calls).toEqual([])
      expect(await guest.readStaffTexts()).toEqual(['nobody’s hand'])
    } finally {
      closed.abort()
      await leading
      channel.close()
    }
  })
})
