import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onQuietMoment } from '#src/lib/quiet-moment.ts'

/** A page as far as it matters: what has the focus, and whether a dialog is open. */
class FakePage extends EventTarget {
  visibilityState = 'visible'
  activeElement: FakeElement | null = null
  hasDialog = false
  querySelector() {
    return this.hasDialog ? {} : null
  }
}

/** An element, in a world without a DOM. */
class FakeElement {
  value = ''
  constructor(readonly isField: boolean) {}
  closest() {
    return this.isField ? this : null
  }
}

let page: FakePage
let calls: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  page = new FakePage()
  calls = 0
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', page)
  stop = onQuietMoment(() => (calls += 1))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a quiet moment', () => {
  it('comes once', () => {
    vi.advanceTimersByTime(10_000)
    expect(calls).toBe(1)
  })

  it('waits while there is a dialog, and while nobody looks', () => {
    page.hasDialog = true
    vi.advanceTimersByTime(10_000)
    page.hasDialog = false
    page.visibilityState = 'hidden'
    vi.advanceTimersByTime(10_000)
    expect(calls).toBe(0)
    page.visibilityState = 'visible'
    vi.advanceTimersByTime(1_000)
    expect(calls).toBe(1)
  })

  it('waits while something is being typed, and a little longer', () => {
    page.activeElement = new FakeElement(true)
    page.activeElement.value = 'half a thought'
    vi.advanceTimersByTime(60_000)
    expect(calls).toBe(0)
    // Sent: the field is empty, and what comes next may be begun.
    page.activeElement.value = ''
    page.dispatchEvent(new Event('input'))
    vi.advanceTimersByTime(4_000)
    expect(calls).toBe(0)
    vi.advanceTimersByTime(2_000)
    expect(calls).toBe(1)
  })

  it('a focus elsewhere is in nobody’s way', () => {
    page.activeElement = new FakeElement(false)
    vi.advanceTimersByTime(1_000)
    expect(calls).toBe(1)
  })

  it('is not waited for any more', () => {
    stop()
    vi.advanceTimersByTime(10_000)
    expect(calls).toBe(0)
  })
})
