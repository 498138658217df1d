import { describe, expect, it } from 'vitest'
import {
  findNewHelpRequests,
  isSameHelpRequests,
  type HelpRequest,
  type KnownHelpRequests,
} from '#src/domain/alerts/new-help-requests.ts'

const helpRequest = (chatId: string, helpAt: string | null = null): HelpRequest => ({ chatId, helpAt })

/** What each reading brings anew, after one that was there at the start. */
function listen(...readings: HelpRequest[][]): string[][] {
  let known: KnownHelpRequests | null = null
  return readings.map((helpRequests) => {
    const found = findNewHelpRequests(known, helpRequests)
    known = found.known
    return found.fresh
  })
}

describe('a help request is told once (I6)', () => {
  it('what was there at the start is not new', () => {
    expect(listen([helpRequest('a'), helpRequest('b', '10:00')])).toEqual([[]])
    expect(listen([], [])).toEqual([[], []])
  })

  it('goes on asking for help without being new, whatever else changes', () => {
    expect(
      listen(
        [],
        [helpRequest('a', '10:00')],
        [helpRequest('a', '10:00'), helpRequest('b')],
        [helpRequest('b'), helpRequest('a', '10:00')],
      ),
    ).toEqual([[], ['a'], ['b'], []])
  })

  it('is new again after it was resolved, and when it was raised anew meanwhile', () => {
    expect(listen([helpRequest('a')], [], [helpRequest('a')])).toEqual([[], [], ['a']])
    expect(listen([helpRequest('a', '10:00')], [helpRequest('a', '10:05')])).toEqual([[], ['a']])
  })

  it('knows whether there is anything to write down', () => {
    expect(isSameHelpRequests(null, {})).toBe(false)
    expect(isSameHelpRequests({}, {})).toBe(true)
    expect(isSameHelpRequests({ a: '', b: '1' }, { b: '1', a: '' })).toBe(true)
    expect(isSameHelpRequests({ a: '' }, { b: '' })).toBe(false)
    expect(isSameHelpRequests({ a: '1' }, { a: '2' })).toBe(false)
    expect(isSameHelpRequests({ a: '', b: '' }, { a: '' })).toBe(false)
  })
})
