import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { KEY_RULES } from '#scripts/lint/keys.js'

function lint(text: string): number {
  const linter = new Linter()
  const rules: Linter.RulesRecord = { 'no-restricted-syntax': ['error', ...KEY_RULES] }
  const messages = linter.verify(text, [{ languageOptions: { ecmaVersion: 2022 }, rules }])
  expect(messages.filter(({ fatal }) => fatal)).toEqual([])
  return messages.length
}

describe('what a key press means is read in one place (decision 050)', () => {
  it.each([
    `event.key === 'j'`,
    `event.key !== '?'`,
    `event.key.toLowerCase() === 'k'`,
    `event.key === 'Enter'`,
    `event.nativeEvent.isComposing`,
    `event.keyCode === 229`,
    `switch (event.key) { case 'j': break }`,
  ])('%s is found', (text) => {
    expect(lint(text)).toBe(1)
  })

  it.each([
    `event.key === 'ArrowDown'`,
    `option.key === sorting.key`,
    `readCommandKey(event) === '?'`,
    `isComposing(event) || isEnter(event)`,
  ])('%s is left alone', (text) => {
    expect(lint(text)).toBe(0)
  })
})
