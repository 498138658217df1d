import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForLiveRows, waitForRows, waitForScreen, waitForWords } from '#src/app/after-rows.ts'
import { markOnce, type MarkName } from '#src/lib/marks.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** A slow phone's start, and more than the list of an empty hotel ever needed. */
const SLOW_MS = 5_000
const NEVER_MS = 8_000

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  performance.clearMarks()
})

describe('what stays out of the way of a start', () => {
  it.each<[MarkName, () => Promise<void>]>([
    ['bellhop:rows-live', waitForRows],
    ['bellhop:no-rows', waitForRows],
    ['bellhop:rows-live', waitForLiveRows],
    ['bellhop:sign-in-visible', waitForScreen],
    ['bellhop:rows-live', waitForScreen],
  ])('comes with %s, however long a slow phone takes', async (mark, wait) => {
    openAt('/messenger')
    const over = watch(wait())
    await vi.advanceTimersByTimeAsync(SLOW_MS)
    expect(over.is).toBe(false)
    markOnce(mark)
    vi.useRealTimers()
    await waitFor(`what waits for ${mark}`, () => over.is)
  })

  it('comes after the words of the chat beside the list, or a moment after its rows', async () => {
    for (const words of [true, false]) {
      openAt('/messenger')
      markOnce('bellhop:rows-live')
      const over = watch(waitForWords())
      await vi.advanceTimersByTimeAsync(399)
      expect(over.is).toBe(false)
      if (words) markOnce('bellhop:thread-visible')
      else await vi.advanceTimersByTimeAsync(1)
      await vi.waitFor(() => expect(over.is).toBe(true))
      performance.clearMarks()
    }
  })

  it.each(['/messenger', '/config/users'])(
    'waits for no chat beside %s on a phone or elsewhere',
    async (path) => {
      openAt(path, path === '/messenger')
      markOnce('bellhop:rows-live')
      const over = watch(waitForWords())
      await vi.advanceTimersByTimeAsync(200)
      expect(over.is).toBe(true)
    },
  )

  it('comes all the same where nothing is drawn', async () => {
    openAt('/messenger')
    const over = watch(waitForRows())
    await vi.advanceTimersByTimeAsync(NEVER_MS)
    expect(over.is).toBe(true)
  })

  it('comes a moment after the start on a screen without the list', async () => {
    openAt('/config/users')
    const over = watch(waitForRows())
    await vi.advanceTimersByTimeAsync(200)
    expect(over.is).toBe(true)
  })
})

function openAt(pathname: string, isPhone = false): void {
  vi.stubGlobal('window', { location: { pathname }, matchMedia: () => ({ matches: isPhone }) })
}

function watch(promise: Promise<void>): { is: boolean } {
  const over = { is: false }
  void promise.then(() => (over.is = true))
  return over
}
