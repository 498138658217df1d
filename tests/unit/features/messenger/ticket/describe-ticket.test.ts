import { describe, expect, it } from 'vitest'
import {
  describeLength,
  describePlace,
  explainDepartments,
  nameDepartment,
} from '#src/features/messenger/ticket/describe-ticket.ts'
import { NOON } from '#tests/support/local.ts'

describe('where a ticket is about', () => {
  it('is the room where it is known', () => {
    expect(describePlace(' 1204 ', 'Ana Ruiz')).toEqual({
      room: '1204',
      title: 'Room 1204',
      words: 'For room 1204',
    })
  })

  it.each([[null], [undefined], [''], ['  ']])('is the guest where the room is %j', (room) => {
    expect(describePlace(room, 'Ana Ruiz')).toEqual({
      room: null,
      title: 'Ana Ruiz',
      words: 'For Ana Ruiz, room not known',
    })
  })
})

it('a department is called by its name, or by having none', () => {
  expect(nameDepartment({ name: 'Spa' })).toBe('Spa')
  expect(nameDepartment({ name: ' \u200b' })).toBe('Department without a name')
})

describe('why a ticket can not be saved yet', () => {
  const none = { departments: [], readAt: null, isWanted: false }
  const one = [{ id: 'q1', name: 'Housekeeping', isAdmin: false }]

  it('nothing is said while it is not known, and where there are departments', () => {
    expect(explainDepartments(undefined, true)).toBeNull()
    expect(explainDepartments({ ...none, departments: one, readAt: NOON }, false)).toBeNull()
  })

  it('never read, without a line: when the line is back', () => {
    expect(explainDepartments({ ...none, isWanted: true }, false)).toContain('when the line is back')
  })

  it('being read, read as none, refused', () => {
    expect(explainDepartments({ ...none, isWanted: true }, true)).toContain('Reading')
    expect(explainDepartments({ ...none, readAt: NOON }, true)).toContain('no departments yet')
    expect(explainDepartments(none, true)).toContain('gives no departments')
  })
})

describe('an over-long request', () => {
  it('says by how much and the limit, after trimming', () => {
    expect(describeLength('x'.repeat(4_000), 4_000)).toBe('')
    expect(describeLength(` ${'x'.repeat(4_000)} `, 4_000)).toBe('')
    expect(describeLength('x'.repeat(4_001), 4_000)).toBe('1 character too many: at most 4,000')
    expect(describeLength('x'.repeat(5_200), 4_000)).toBe('1,200 characters too many: at most 4,000')
  })
})
