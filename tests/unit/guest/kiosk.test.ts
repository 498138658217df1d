import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchKiosk } from '#guest/kiosk.ts'
import { openGuestBrowser, type GuestBrowser } from '#tests/support/guest-browser.ts'
import { createWebStorage } from '#tests/support/web-storage.ts'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS

class Dialog extends EventTarget {
  open = false
  showModal(): void {
    this.open = true
  }
  close(): void {
    this.open = false
  }
}

let browser: GuestBrowser
beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  browser = openGuestBrowser(createWebStorage())
})
afterEach(() => {
  vi.useRealTimers()
})

/** A tablet in a lobby that was used last at `usedAt`, ms; null: never. */
function openTablet(usedAt: number | null, hasWords = true) {
  const state = { usedAt, hasWords }
  const dialog = new Dialog()
  const left = { textContent: '' }
  const end = vi.fn()
  watchKiosk({
    kept: { readUsedAt: () => state.usedAt, writeUsedAt: (at) => (state.usedAt = at) },
    dialog,
    left,
    describeLeft: (seconds) => `${seconds} s`,
    hasWords: () => state.hasWords,
    end,
  })
  return { state, dialog, left, end }
}
const touch = () => browser.dispatch(new Event('pointerdown'))

describe('a tablet of the lobby', () => {
  it('asks a minute before the end, counts down, and ends once what somebody has left', () => {
    const { dialog, left, end } = openTablet(NOON)
    vi.advanceTimersByTime(IDLE_MS - MINUTE_MS - 1_000)
    expect(dialog.open).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect([dialog.open, left.textContent]).toEqual([true, '60 s'])
    vi.advanceTimersByTime(MINUTE_MS - 1_000)
    expect(left.textContent).toBe('1 s')
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(dialog.open).toBe(false)
    expect(end).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(MINUTE_MS)
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('goes on with every use', () => {
    const { dialog, end } = openTablet(NOON)
    for (let count = 0; count < 4; count += 1) {
      vi.advanceTimersByTime(IDLE_MS / 2)
      touch()
    }
    expect([dialog.open, end.mock.calls.length]).toEqual([false, 0])
  })

  it('takes an answer for one while it asks, and no hand that wipes the screen', () => {
    const { state, dialog, end } = openTablet(NOON)
    vi.advanceTimersByTime(IDLE_MS - MINUTE_MS / 2)
    touch()
    expect([dialog.open, state.usedAt]).toEqual([true, NOON])
    dialog.dispatchEvent(new Event('click'))
    expect([dialog.open, state.usedAt]).toEqual([false, Date.now()])
    vi.advanceTimersByTime(IDLE_MS - 1_000)
    expect(end).not.toHaveBeenCalled()
  })

  it('ends at its wake-up what nobody used meanwhile, before the next touch counts', () => {
    const { end } = openTablet(NOON)
    // It slept: no timer ran.
    vi.setSystemTime(NOON + IDLE_MS)
    touch()
    expect(end).toHaveBeenCalledTimes(1)
    openTablet(NOON - 1)
    vi.setSystemTime(NOON + 2 * IDLE_MS)
    browser.dispatchToDocument(new Event('visibilitychange'))
    expect(end).toHaveBeenCalledTimes(2)
    // Started again, with what was kept.
    expect(openTablet(NOON).end).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['nobody has said anything', NOON - IDLE_MS, false],
    ['nobody was there yet', null, true],
    ['the clock was set back', NOON + MINUTE_MS, true],
  ])('ends nothing where %s', (_, usedAt, hasWords) => {
    const { state, dialog, end } = openTablet(usedAt, hasWords)
    expect([dialog.open, end.mock.calls.length, state.usedAt]).toEqual([false, 0, NOON])
  })
})
