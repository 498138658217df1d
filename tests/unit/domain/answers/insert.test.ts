import { describe, expect, it } from 'vitest'
import { findSlashWords, insertAnswer } from '#src/domain/answers/insert.ts'
import { filterAnswers, rankAnswers } from '#src/domain/answers/match.ts'

/** A text with its caret drawn as |. */
const at = (drawn: string) => ({ text: drawn.replace('|', ''), caret: drawn.indexOf('|') })
const find = (drawn: string) => findSlashWords(at(drawn).text, at(drawn).caret)

describe('what ‘/’ looks for', () => {
  it.each([
    ['/|', 0, ''],
    ['/wi|', 0, 'wi'],
    ['hello /|', 6, ''],
    ['hello\n/late ch|', 6, 'late ch'],
    ['hello /wi| there', 6, 'wi'],
    ['\t/Wi-Fi|', 1, 'Wi-Fi'],
  ])('%j', (drawn, start, words) => {
    expect(find(drawn)).toEqual({ start, end: at(drawn).caret, words })
  })

  it.each([
    'hello|',
    '1/2|',
    'and/or|',
    'https://hotel.example/a|',
    '/ |',
    '/wifi\n|',
    '|/wifi',
    '/usr/bin|',
    `/${'x'.repeat(41)}|`,
    '',
  ])('%j looks for nothing', (drawn) => {
    expect(find(drawn)).toBeNull()
  })
})

describe('an answer goes in without overwriting', () => {
  const insert = (drawn: string, answer = 'ANSWER') => {
    const { text, caret } = at(drawn)
    const { text: next, caret: behind } = insertAnswer(text, caret, caret, answer)
    return `${next.slice(0, behind)}|${next.slice(behind)}`
  }

  it.each([
    ['|', 'ANSWER|'],
    ['hello|', 'hello ANSWER|'],
    ['hello |', 'hello ANSWER|'],
    ['hello\n|', 'hello\nANSWER|'],
    ['|hello', 'ANSWER| hello'],
    ['one| two', 'one ANSWER| two'],
    ['one|two', 'one ANSWER| two'],
    ['one |.', 'one ANSWER|.'],
  ])('%j becomes %j', (drawn, expected) => {
    expect(insert(drawn)).toBe(expected)
  })

  it('in the place of the ‘/words’ alone', () => {
    const { text, caret } = at('Good evening! /wi| Bye')
    const slash = findSlashWords(text, caret)
    if (!slash) throw new Error('nothing was looked for')
    expect(insertAnswer(text, slash.start, slash.end, 'It is free.')).toEqual({
      text: 'Good evening! It is free. Bye',
      caret: 25,
    })
  })
})

describe('finding a saved answer (specification section 5)', () => {
  const answers = [
    { label: 'Breakfast', answer: 'From 7 to 10, with WI-FI.' },
    { label: 'Free Wi-Fi', answer: 'On your key card.' },
    { label: 'Wi-Fi', answer: 'It is open.' },
  ]
  const labels = (found: typeof answers) => found.map(({ label }) => label)

  it('by a substring of label or answer, in any case', () => {
    expect(labels(filterAnswers(answers, 'wi-fi'))).toEqual(['Breakfast', 'Free Wi-Fi', 'Wi-Fi'])
    expect(labels(filterAnswers(answers, ' KEY '))).toEqual(['Free Wi-Fi'])
    expect(labels(filterAnswers(answers, ''))).toHaveLength(3)
    expect(labels(filterAnswers(answers, 'nothing like it'))).toEqual([])
  })

  it('by ‘/’ the label first, then the answer', () => {
    expect(labels(rankAnswers(answers, 'wi-fi'))).toEqual(['Wi-Fi', 'Free Wi-Fi', 'Breakfast'])
    expect(labels(rankAnswers(answers, ''))).toEqual(['Breakfast', 'Free Wi-Fi', 'Wi-Fi'])
  })
})
