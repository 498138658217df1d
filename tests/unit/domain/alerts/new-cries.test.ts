import { describe, expect, it } from 'vitest'
import { findNewCries, isSameCries, type Cry, type KnownCries } from '#src/domain/alerts/new-cries.ts'

const cry = (chatId: string, helpAt: string | null = null): Cry => ({ chatId, helpAt })

/** What each reading brings anew, after one that was there at the start. */
function listen(...readings: Cry[][]): string[][] {
  let known: KnownCries | null = null
  return readings.map((cries) => {
    const found = findNewCries(known, cries)
    known = found.known
    return found.fresh
  })
}

describe('a cry for help is told once (I6)', () => {
  it('what was there at the start is not new', () => {
    expect(listen([cry('a'), cry('b', '10:00')])).toEqual([[]])
    expect(listen([], [])).toEqual([[], []])
  })

  it('goes on crying without being new, whatever else changes', () => {
    expect(
      listen([], [cry('a', '10:00')], [cry('a', '10:00'), cry('b')], [cry('b'), cry('a', '10:00')]),
    ).toEqual([[], ['a'], ['b'], []])
  })

  it('is new again after it was resolved, and when it was raised anew meanwhile', () => {
    expect(listen([cry('a')], [], [cry('a')])).toEqual([[], [], ['a']])
    expect(listen([cry('a', '10:00')], [cry('a', '10:05')])).toEqual([[], ['a']])
  })

  it('knows whether there is anything to write down', () => {
    expect(isSameCries(null, {})).toBe(false)
    expect(isSameCries({}, {})).toBe(true)
    expect(isSameCries({ a: '', b: '1' }, { b: '1', a: '' })).toBe(true)
    expect(isSameCries({ a: '' }, { b: '' })).toBe(false)
    expect(isSameCries({ a: '1' }, { a: '2' })).toBe(false)
    expect(isSameCries({ a: '', b: '' }, { a: '' })).toBe(false)
  })
})
