import { describe, expect, it } from 'vitest'
import { ALL, placeDrawing } from '#src/features/messenger/thread/thread-window.ts'

const makeEntries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ key: `m${from + index}` }))

/** Frame after frame until all is drawn: from which entry on, each time. */
function drawAll(entries: readonly { key: string }[], begun: string | null): number[] {
  const seen: number[] = []
  let top = begun
  for (;;) {
    const { from, next } = placeDrawing(entries, top)
    seen.push(from)
    if (from === 0) return seen
    top = next
  }
}

describe('what of a thread is drawn', () => {
  it('is the newest first, and all of it a few frames later', () => {
    const seen = drawAll(makeEntries(0, 60), null)
    expect(seen[0]).toBe(54)
    expect(seen.length).toBeLessThan(20)
    for (const [index, from] of seen.entries()) if (index > 0) expect(from).toBeLessThan(seen[index - 1] ?? 0)
  })

  it.each([0, 1, 6])('is all of it at once where there are %i', (count) => {
    expect(drawAll(makeEntries(0, count), null)).toEqual([0])
  })

  it('loses nothing above by what comes below', () => {
    const { next } = placeDrawing(makeEntries(0, 60), null)
    expect(placeDrawing(makeEntries(0, 63), next).from).toBe(51)
  })

  it('grows in steps where older ones have come above, also those that the window had left behind', () => {
    const top = 'm60'
    expect(placeDrawing(makeEntries(60, 120), top).from).toBe(0)
    const older = makeEntries(0, 124)
    expect(drawAll(older, top)[0]).toBe(60)
    expect(drawAll(older, top).at(-1)).toBe(0)
  })

  it('is all of it where the uppermost is gone, and where its reader is elsewhere in it', () => {
    expect(placeDrawing(makeEntries(70, 130), 'm60').from).toBe(0)
    expect(placeDrawing(makeEntries(0, 60), ALL).from).toBe(0)
  })
})
