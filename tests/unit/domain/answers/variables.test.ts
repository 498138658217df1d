import { describe, expect, it } from 'vitest'
import { fillVariables, findUnfilled } from '#src/domain/answers/variables.ts'

describe('variables of saved answers', () => {
  it('are filled in from what is known', () => {
    const values = {
      firstName: 'Ana',
      lastName: 'Ruiz',
      guestName: 'Ana Ruiz',
      room: '1204',
      agentName: 'Daniel',
    }
    expect(fillVariables('{firstName} {lastName} = {guestName}, {room}, {agentName}', values)).toBe(
      'Ana Ruiz = Ana Ruiz, 1204, Daniel',
    )
    expect(fillVariables('{FIRSTNAME} in {Room}, room {room}', values)).toBe('Ana in 1204, room 1204')
  })

  it.each([
    ['absent', {}],
    ['null', { room: null }],
    ['empty', { room: '' }],
    ['blanks', { room: ' \t' }],
    ['nothing that an eye sees', { room: '\u200b\u2060' }],
  ])('one whose value is %s stays as it is written', (_, values) => {
    expect(fillVariables('Your room is {room}.', values)).toBe('Your room is {room}.')
  })

  it('a value is text: neither a pattern nor another variable', () => {
    expect(fillVariables('Dear {guestName}', { guestName: '$& {firstName}', firstName: 'no' })).toBe(
      'Dear $& {firstName}',
    )
    expect(fillVariables('Dear {guestName}', { guestName: '  Ana  ' })).toBe('Dear Ana')
  })

  it('those that still stand are found where they stand', () => {
    expect(findUnfilled('To {room}: dear {firstName}, {room}')).toEqual([
      { words: '{room}', start: 3, end: 9 },
      { words: '{firstName}', start: 16, end: 27 },
      { words: '{room}', start: 29, end: 35 },
    ])
  })

  it.each(['{sale}', '{}', '{ room }', 'room}', '{room', '{rooms}', 'const x = { room: 1 }', '{hotel}'])(
    'somebody’s own braces are no variable: %s',
    (text) => {
      expect(findUnfilled(text)).toEqual([])
      expect(fillVariables(text, { room: '1204' })).toBe(text)
    },
  )
})
