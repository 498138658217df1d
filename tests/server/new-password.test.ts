import { describe, expect, it } from 'vitest'
import { explainNewPassword } from '#server/auth/new-password.ts'

describe('a new password', () => {
  it.each([
    ['a sentence', 'tin roof in the rain'],
    ['ten characters', 'h7-Tropfen'],
    ['letters of any alphabet', 'пароль без слов'],
    ['the username with more to it', 'nadja and a lamp'],
  ])('may be %s', async (_, password) => {
    expect(await explainNewPassword(password, 'nadja')).toBeNull()
  })

  it.each([
    ['short', '123456789', /at least 10 characters/],
    // Twelve of what JavaScript counts, six of what a person sees.
    ['short in emoji', '🌊🌊🌊🌊🌊🌊', /at least 10 characters/],
    ['short once letters and accents are one', 'e\u0301'.repeat(6), /at least 10 characters/],
    ['common', 'password123', /guessed first/],
    ['common in other case', 'QwertyUIOP', /guessed first/],
    ['the demonstration’s', 'bellhop-demo', /guessed first/],
    ['the username', 'ZOE\u0308.Lefevre', /can’t be the username/],
  ])('may not be %s', async (_, password, words) => {
    expect(await explainNewPassword(password, 'zoë.lefevre')).toMatch(words)
  })
})
