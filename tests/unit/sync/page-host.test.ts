import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnectionStore } from '#src/lib/connection.ts'
import type { Channel, ChannelMessage } from '#src/sync/channel.ts'
import { shareHost, type PageHost } from '#src/sync/page-host.ts'

const MINUTE_MS = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => vi.useRealTimers())

/** Tabs that hear each other, each with a page that a test shows, hides and comes back to. */
function openBrowser() {
  const tabs = new Set<Set<(message: ChannelMessage) => void>>()
  return (isVisible: boolean) => {
    const heard = new Set<(message: ChannelMessage) => void>()
    tabs.add(heard)
    const channel: Channel = {
      post(message) {
        for (const other of tabs) if (other !== heard) for (const listener of [...other]) listener(message)
      },
      listen(listener) {
        heard.add(listener)
        return () => heard.delete(listener)
      },
      close: () => tabs.delete(heard),
    }
    const changes = new Set<() => void>()
    const returns = new Set<() => void>()
    const listen = (to: Set<() => void>) => (listener: () => void) => {
      to.add(listener)
      return () => to.delete(listener)
    }
    const page: PageHost = {
      isVisible: () => isVisible,
      onVisibility: listen(changes),
      onReturn: listen(returns),
      network: { get: () => true, subscribe: () => () => undefined, noteSlow: () => undefined },
      connection: createConnectionStore(0),
      registerSync: () => Promise.resolve(),
      whenDrawn: () => Promise.resolve(),
      onChunkStuck: () => undefined,
    }
    const shared = shareHost(page, channel, Date.now)
    channel.post({ type: 'hello' })
    return {
      shared,
      show(next: boolean) {
        isVisible = next
        for (const change of changes) change()
      },
      comeBack() {
        for (const comeBack of returns) comeBack()
      },
      crash() {
        tabs.delete(heard)
        vi.clearAllTimers()
      },
    }
  }
}

describe('visibility and returns are those of all tabs (I3, I5)', () => {
  it('a hidden tab that leads knows that another is looked at, whichever opened first', () => {
    const open = openBrowser()
    const hidden = open(false)
    const visible = open(true)
    const newest = open(false)
    for (const { shared } of [hidden, visible, newest]) expect(shared.isVisible()).toBe(true)
    visible.show(false)
    for (const { shared } of [hidden, visible, newest]) expect(shared.isVisible()).toBe(false)
    newest.show(true)
    vi.advanceTimersByTime(10 * MINUTE_MS)
    expect(hidden.shared.isVisible()).toBe(true)
    newest.shared.stop()
    expect(hidden.shared.isVisible()).toBe(false)
  })

  it('a tab that crashed is looked at no more', () => {
    const open = openBrowser()
    const hidden = open(false)
    const visible = open(true)
    expect(hidden.shared.isVisible()).toBe(true)
    visible.crash()
    vi.advanceTimersByTime(MINUTE_MS)
    expect(hidden.shared.isVisible()).toBe(false)
  })

  it("any tab's return is heard by all, once", () => {
    const open = openBrowser()
    const [leader, follower] = [open(false), open(false)]
    const heard: string[] = []
    const stop = leader.shared.onReturn(() => heard.push('leader'))
    follower.shared.onReturn(() => heard.push('follower'))
    follower.comeBack()
    expect(heard.toSorted()).toEqual(['follower', 'leader'])
    leader.comeBack()
    expect(heard).toHaveLength(4)
    stop()
    follower.comeBack()
    expect(heard.slice(4)).toEqual(['follower'])
  })
})
