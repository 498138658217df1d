import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel, ChannelMessage } from '#src/sync/channel.ts'
import { holdLeadership, leadBriefly, LEADER_SILENCE_MS } from '#src/sync/leadership.ts'
import { createFakeLocks, createPageLocks } from '#tests/support/fake-locks.ts'

const NAME = 'bellhop-engine:test'
const PING_EVERY_MS = 10_000

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

/** Tabs of one browser: what one posts the others hear, unless they are frozen. */
function createBrowser() {
  const locks = createFakeLocks()
  const tabs = new Set<{ isFrozen: boolean; listeners: Set<(message: ChannelMessage) => void> }>()
  const log: string[] = []
  return {
    locks,
    log,
    openTab(name: string, given: LockManager = locks) {
      const tab = { isFrozen: false, listeners: new Set<(message: ChannelMessage) => void>() }
      tabs.add(tab)
      const channel: Channel = {
        post(message) {
          if (tab.isFrozen) return
          for (const other of tabs) {
            if (other === tab || other.isFrozen) continue
            for (const listener of [...other.listeners]) queueMicrotask(() => listener(message))
          }
        },
        listen(listener) {
          tab.listeners.add(listener)
          return () => tab.listeners.delete(listener)
        },
        close: () => tabs.delete(tab),
      }
      const closed = new AbortController()
      let thaw = Promise.resolve()
      let wake: () => void = () => undefined
      const ownLocks = createPageLocks(given, () => thaw)
      const lead = (signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          log.push(`${name} leads`)
          signal.addEventListener('abort', () => {
            log.push(`${name} stops`)
            resolve()
          })
        })
      return {
        channel,
        settled: null as Promise<void> | null,
        start() {
          this.settled = holdLeadership({ name: NAME, channel, locks: ownLocks, signal: closed.signal, lead })
        },
        freeze() {
          tab.isFrozen = true
          thaw = new Promise((resolve) => (wake = resolve))
        },
        thaw() {
          tab.isFrozen = false
          wake()
        },
        close: () => closed.abort(),
      }
    },
  }
}

describe('I5: one engine per environment and user', () => {
  it('the first leads, the next waits, and follows when the first closes', async () => {
    const browser = createBrowser()
    const [one, two] = [browser.openTab('one'), browser.openTab('two')]
    one.start()
    two.start()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 6)
    expect(browser.log).toEqual(['one leads'])
    one.close()
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.log).toEqual(['one leads', 'one stops', 'two leads'])
    await one.settled
    two.close()
    await two.settled
  })

  it('a silent leader is stolen from after 5 s, and stops when it wakes', async () => {
    const browser = createBrowser()
    const [one, two] = [browser.openTab('one'), browser.openTab('two')]
    one.start()
    await vi.advanceTimersByTimeAsync(1)
    two.start()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
    one.freeze()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS + LEADER_SILENCE_MS + 1)
    expect(browser.log).toEqual(['one leads', 'two leads'])
    one.thaw()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 6)
    expect(browser.log).toEqual(['one leads', 'two leads', 'one stops'])
    // The former one queues up behind, and takes over again only when it is its turn.
    two.close()
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.log.at(-1)).toBe('one leads')
    one.close()
  })

  it('of many contenders for a silent leader one leads in the end', async () => {
    const browser = createBrowser()
    const tabs = ['one', 'two', 'three', 'four'].map((name) => browser.openTab(name))
    for (const tab of tabs) tab.start()
    await vi.advanceTimersByTimeAsync(1)
    tabs[0]?.freeze()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 12)
    const leading = new Set<string>()
    for (const line of browser.log) {
      const [name = '', verb] = line.split(' ')
      if (verb === 'leads') leading.add(name)
      else leading.delete(name)
    }
    // The frozen one has not woken to stop yet.
    leading.delete('one')
    expect(leading.size).toBe(1)
    tabs[0]?.thaw()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 12)
    expect(browser.log.filter((line) => line === 'one leads')).toHaveLength(1)
    expect(browser.log).toContain('one stops')
    for (const tab of tabs) tab.close()
  })

  it('a tab that closes while it waits gives up quietly', async () => {
    const browser = createBrowser()
    const [one, two] = [browser.openTab('one'), browser.openTab('two')]
    one.start()
    two.start()
    await vi.advanceTimersByTimeAsync(1)
    two.close()
    await two.settled
    expect(browser.log).toEqual(['one leads'])
    one.close()
  })
})

describe('where the browser refuses locks', () => {
  /** As Chromium with site data blocked: each request rejects at once. */
  function refuseLocks(): { locks: LockManager; asked(): number } {
    let asked = 0
    const refuse = () => {
      asked += 1
      return Promise.reject(new DOMException('no storage for this page', 'SecurityError'))
    }
    return { locks: { request: refuse, query: refuse }, asked: () => asked }
  }

  it('one leads, without asking again and again; the other waits until it is silent', async () => {
    const browser = createBrowser()
    const refused = refuseLocks()
    const [one, two] = [browser.openTab('one', refused.locks), browser.openTab('two', refused.locks)]
    one.start()
    await vi.advanceTimersByTimeAsync(LEADER_SILENCE_MS + 1)
    two.start()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 6)
    expect(browser.log).toEqual(['one leads'])
    expect(refused.asked()).toBe(2)
    one.close()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS + LEADER_SILENCE_MS + 1)
    expect(browser.log).toEqual(['one leads', 'one stops', 'two leads'])
    two.close()
    await two.settled
  })
})

describe('O5: the worker never leads for long', () => {
  const brief = (
    browser: ReturnType<typeof createBrowser>,
    channel: Channel,
    work = () => Promise.resolve(),
  ) =>
    leadBriefly({ name: NAME, channel, locks: browser.locks, signal: new AbortController().signal }, () => {
      browser.log.push('worker works')
      return work()
    })

  it('takes the lock where it is free', async () => {
    const browser = createBrowser()
    expect(await brief(browser, browser.openTab('worker').channel)).toBe('done')
    expect(browser.log).toEqual(['worker works'])
  })

  it('leaves it to a page that answers', async () => {
    const browser = createBrowser()
    const page = browser.openTab('page')
    page.start()
    await vi.advanceTimersByTimeAsync(1)
    expect(await brief(browser, browser.openTab('worker').channel)).toBe('led-elsewhere')
    expect(browser.log).toEqual(['page leads'])
    page.close()
  })

  it('steals it from a page that does not answer for 5 s', async () => {
    const browser = createBrowser()
    const page = browser.openTab('page')
    page.start()
    await vi.advanceTimersByTimeAsync(1)
    page.freeze()
    const done = brief(browser, browser.openTab('worker').channel)
    await vi.advanceTimersByTimeAsync(LEADER_SILENCE_MS - 1)
    expect(browser.log).toEqual(['page leads'])
    await vi.advanceTimersByTimeAsync(2)
    expect(await done).toBe('done')
    expect(browser.log).toContain('worker works')
    page.close()
  })

  it('answers a page that opens meanwhile, which takes nothing from it and leads after it', async () => {
    const browser = createBrowser()
    let finish: () => void = () => undefined
    const done = brief(
      browser,
      browser.openTab('worker').channel,
      () => new Promise((resolve) => (finish = resolve)),
    )
    await vi.advanceTimersByTimeAsync(1)
    const page = browser.openTab('page')
    page.start()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS * 3)
    expect(browser.log).toEqual(['worker works'])
    finish()
    expect(await done).toBe('done')
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.log).toEqual(['worker works', 'page leads'])
    page.close()
  })

  it('knows that a page waits, and ends with what it is doing', async () => {
    const browser = createBrowser()
    const { channel } = browser.openTab('worker')
    const options = { name: NAME, channel, locks: browser.locks, signal: new AbortController().signal }
    const seen: boolean[] = []
    const done = leadBriefly(options, async (_, isWaitedFor) => {
      seen.push(isWaitedFor())
      const page = browser.openTab('page')
      page.start()
      await vi.advanceTimersByTimeAsync(1)
      seen.push(isWaitedFor())
      page.close()
    })
    expect(await done).toBe('done')
    expect(seen).toEqual([false, true])
  })

  it('is not cut short by another flush of its own, which only asks', async () => {
    const browser = createBrowser()
    let finish: () => void = () => undefined
    const { channel } = browser.openTab('worker')
    const options = { name: NAME, channel, locks: browser.locks, signal: new AbortController().signal }
    const seen: boolean[] = []
    const first = leadBriefly(options, async (_, isWaitedFor) => {
      await new Promise<void>((resolve) => (finish = resolve))
      seen.push(isWaitedFor())
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(await brief(browser, browser.openTab('the same worker').channel)).toBe('led-elsewhere')
    finish()
    expect(await first).toBe('done')
    expect(seen).toEqual([false])
  })

  it('stops when its lock is taken, and is done only once nothing of it runs any more', async () => {
    const browser = createBrowser()
    const { channel } = browser.openTab('worker')
    const options = { name: NAME, channel, locks: browser.locks, signal: new AbortController().signal }
    let finish: () => void = () => undefined
    const done = leadBriefly(options, async (signal) => {
      await new Promise<void>((resolve) => (finish = resolve))
      browser.log.push(signal.aborted ? 'worker was told to stop' : 'worker goes on')
    })
    await vi.advanceTimersByTimeAsync(1)
    void browser.locks.request(NAME, { steal: true }, () => Promise.resolve())
    let isDone = false
    void done.then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(1)
    expect(isDone).toBe(false)
    finish()
    expect(await done).toBe('led-elsewhere')
    expect(browser.log).toEqual(['worker was told to stop'])
  })
})
