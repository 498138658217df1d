import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  describeClock,
  describePersistence,
  describeRoom,
  describeSync,
} from '#src/features/device/describe-device.ts'
import { nearlyFull } from '#src/lib/nearly-full.ts'
import { isNearlyFull, readRoom, watchRoom } from '#src/lib/storage-room.ts'
import { NOON } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  nearlyFull.set(false)
})

function stubStorage(estimate: () => Promise<StorageEstimate>): void {
  vi.stubGlobal('navigator', { storage: { estimate } })
}

describe('the words of the device page', () => {
  it.each<[Parameters<typeof describeRoom>[0], string]>([
    [null, 'The browser does not say.'],
    [{ usage: 12_400_000, quota: 2_100_000_000 }, 'about 12.4 MB of about 2.1 GB that the browser allows'],
    [{ usage: 812, quota: 0 }, 'about 812 bytes'],
  ])('room %j: %s', (room, words) => expect(describeRoom(room)).toBe(words))

  it.each<[number | null, RegExp | null]>([
    [null, null],
    [0, null],
    [180_000, null],
    [-180_000, null],
    [181_000, /about 3 min behind the hotel’s/],
    [-3_600_000, /about 1 h ahead of the hotel’s/],
  ])('a clock that is off by %s ms', (offset, words) => {
    if (words === null) expect(describeClock(offset)).toBeNull()
    else expect(describeClock(offset)).toMatch(words)
  })

  it('in step only while the line is live', () => {
    const syncedAt = NOON - 60_000
    expect(describeSync({ kind: 'live', since: 0 }, syncedAt, NOON)).toMatch(/^In step, last read at /)
    expect(describeSync({ kind: 'offline', since: 0 }, syncedAt, NOON)).toMatch(/^Not in step, as of /)
    expect(describeSync({ kind: 'live', since: 0 }, null, NOON)).toBe('Being read now')
    expect(describeSync({ kind: 'captive-portal', since: 0 }, null, NOON)).toBe('Not read yet')
  })

  it('what the browser promised (D7)', () => {
    expect(describePersistence(true)).toBe('The browser keeps it.')
    expect(describePersistence(false)).toContain('may clear it')
    expect(describePersistence(null)).toContain('can’t be asked')
  })
})

describe('a device that is almost full (D6)', () => {
  it.each([
    [{ usage: 90, quota: 100 }, false],
    [{ usage: 91, quota: 100 }, true],
    [{ usage: 5, quota: 0 }, false],
  ])('%j: %s', (room, isFull) => expect(isNearlyFull(room)).toBe(isFull))

  it('a browser that does not say, or fails, is not full', async () => {
    vi.stubGlobal('navigator', {})
    expect(await readRoom()).toBeNull()
    stubStorage(() => Promise.reject(new Error('no')))
    expect(await readRoom()).toBeNull()
    expect(isNearlyFull(null)).toBe(false)
  })

  it('is noticed while the page is open, and so is that there is room again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const room = { usage: 95, quota: 100 }
      stubStorage(() => Promise.resolve(room))
      const stop = watchRoom()
      await waitFor('it to be noticed', () => nearlyFull.get())
      room.usage = 10
      vi.advanceTimersByTime(10 * 60_000)
      await waitFor('the room to be noticed', () => !nearlyFull.get())
      stop()
      room.usage = 95
      vi.advanceTimersByTime(20 * 60_000)
      await Promise.resolve()
      expect(nearlyFull.get()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
})
