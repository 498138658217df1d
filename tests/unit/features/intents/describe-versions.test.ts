import { describe, expect, it } from 'vitest'
import { describeSize, describeVersions, nameVersionIntent } from '#src/features/intents/describe-versions.ts'

const version = { id: 'a', at: '2026-11-01T10:00:00.000Z', questions: 1, intents: 2 }
const LATER = '2026-11-02T10:00:00.000Z'
const OF = /the version of 11\/0\d\/2026, \d\d:\d\d [AP]M/i

describe('what is said of versions', () => {
  it('is that there is none, or which one answered before', () => {
    expect(describeVersions({ published: null, former: null, difference: null })).toBe(
      'Nothing is published yet.',
    )
    const published = { ...version, publishedAt: version.at, isPresent: true }
    expect(describeVersions({ published, former: null, difference: null })).toBe(
      'There is no former version yet.',
    )
    const former = { ...version, publishedAt: version.at }
    expect(describeVersions({ published, former, difference: null })).toMatch(
      new RegExp(`^Before it, ${OF.source} answered\\.$`, 'i'),
    )
  })

  it('is which one answers after going back, and that it is not what is written now', () => {
    const published = { ...version, publishedAt: LATER, isPresent: true }
    expect(describeVersions({ published, former: null, difference: null })).toMatch(/ answers again\.$/)
    expect(
      describeVersions({ published: { ...published, isPresent: false }, former: null, difference: null }),
    ).toMatch(/^The version of .* answers again\. The present questions are not what is published\.$/)
  })

  it('is how large they are, and whose a question was', () => {
    expect(describeSize({ ...version, publishedAt: LATER })).toBe('1 question of 2 intents')
    expect(nameVersionIntent({ name: 'pool', isGone: false })).toBe('pool')
    expect(nameVersionIntent({ name: 'pool', isGone: true })).toBe('pool (deleted since)')
    expect(nameVersionIntent({ name: null, isGone: true })).toBe('an intent that is deleted')
  })
})
