import { describe, expect, it } from 'vitest'
import { describeRole } from '#src/domain/roles.ts'
import { explainNobody, listColleagues } from '#src/features/messenger/handover/describe-colleagues.ts'
import { describeCollision, describeQuiet } from '#src/features/messenger/thread/describe-notices.ts'
import { at } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const MARIA = { id: 'u2', name: 'Maria' }
const DAY_MS = 24 * 60 * 60_000

describe('a colleague’s doing in words', () => {
  it('with the time of day today, with the day else', () => {
    const taken = { type: 'taken', by: MARIA, at: at(5 * 60_000) } as const
    expect(describeCollision(taken, NOON, 'UTC')).toBe('Maria took this chat at 12:05 PM')
    expect(describeCollision(taken, NOON + DAY_MS, 'UTC')).toBe('Maria took this chat on 20 Nov 12:05 PM')
    // Midnight has passed here, though not in UTC.
    expect(describeCollision(taken, NOON + 4 * 60 * 60_000, 'Asia/Tokyo')).toContain('on 20 Nov 09:05 PM')
  })

  it.each([
    [{ type: 'returned', by: MARIA, at: at(0) }, 'Maria returned this chat to the bot at 12:00 PM'],
    [{ type: 'returned', by: null, at: at(0) }, 'This chat was returned to the bot at 12:00 PM'],
    [{ type: 'resolved', by: MARIA, at: at(0) }, 'Maria resolved it at 12:00 PM'],
    [{ type: 'resolved', by: null, at: at(0) }, 'It was resolved at 12:00 PM'],
    [{ type: 'yours', at: at(0) }, 'You have this chat since 12:00 PM'],
    [{ type: 'taken', by: { id: 'u3', name: '' }, at: at(0) }, 'A colleague took this chat at 12:00 PM'],
  ] as const)('%j', (collision, words) => {
    expect(describeCollision(collision, NOON, 'UTC')).toBe(words)
  })
})

describe('a chat left lying in words', () => {
  it.each([
    [30, '30 minutes'],
    [34.9, '34 minutes'],
    [119, '119 minutes'],
    [120, '2 h'],
  ])('after %d minutes', (minutes, span) => {
    expect(describeQuiet(minutes * 60_000)).toBe(`Nothing was written for ${span}. Return it to the bot?`)
  })
})

describe('colleagues to pass a chat to', () => {
  const colleague = (id: string, name: string, online: boolean) => ({ id, name, online, role: 0 as const })
  const all = [colleague('a', 'Ada', false), colleague('b', 'Ben', true), colleague('c', 'Benno', false)]

  it('whoever is online comes first; a search goes by parts of names, whatever their case', () => {
    expect(listColleagues(all, '').map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(listColleagues(all, ' BEN ').map(({ id }) => id)).toEqual(['b', 'c'])
    expect(listColleagues(all, 'x')).toEqual([])
  })

  it('roles in a word', () => {
    expect(([0, 1, 2, 3, 4] as const).map(describeRole)).toEqual([
      'Agent',
      'Manager',
      'Marketing',
      'Operator',
      'Admin',
    ])
  })

  it('says why nobody is listed', () => {
    const nobody = { colleagues: [], readAt: null, isWanted: true }
    expect(explainNobody(undefined, 0, true)).toBeNull()
    expect(explainNobody({ ...nobody, colleagues: all }, 2, true)).toBeNull()
    expect(explainNobody({ ...nobody, colleagues: all }, 0, true)).toBe('Nobody of that name.')
    expect(explainNobody({ ...nobody, readAt: NOON }, 0, true)).toBe('There is no other colleague.')
    expect(explainNobody(nobody, 0, true)).toContain('Reading')
    expect(explainNobody(nobody, 0, false)).toContain('when the line is back')
  })
})
