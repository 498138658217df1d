import { describe, expect, it } from 'vitest'
import { hasRedirect, hasRunTime } from '#src/domain/campaigns/schedule.ts'

describe('which of a campaign’s fields concern it (specification section 3)', () => {
  it('a run time, unless it runs once', () => {
    for (const frequency of ['Daily', 'Weekdays', 'Weekend', 'some other word'])
      expect(hasRunTime(frequency)).toBe(true)
    expect(hasRunTime('Run Once')).toBe(false)
  })

  it('where it leads, unless its action is a message', () => {
    for (const action of ['rating', 'roomupgrade', 'redirect', 'some other word'])
      expect(hasRedirect(action)).toBe(true)
    expect(hasRedirect('message')).toBe(false)
  })
})
