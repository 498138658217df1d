import { describe, expect, it } from 'vitest'
import { findChoice } from '#server/bot/find-choice.ts'

describe('what a guest chooses', () => {
  const choices = ['Yes', 'No', 'Garden', 'Garden Room', '👍'].map((name) => {
    return { name, response: '', url: '', redirectTo: '' }
  })
  it.each([
    ['yes', 'Yes'],
    [' YES!', 'Yes'],
    ['Yes, please do that', 'Yes'],
    ['the garden', null],
    ['garden room, please', 'Garden Room'],
    ['Garden?', 'Garden'],
    ['👍', '👍'],
    ['👎', null],
    ['no, but tell me when breakfast is', null],
    ['nothing', null],
  ])('"%s" takes %s', (words, name) => {
    expect(findChoice(choices, words)?.name ?? null).toBe(name)
  })
})
