import { describe, expect, it } from 'vitest'
import { fillTime, isSpeakable, listSpokenTexts, saysTime } from '#src/domain/speech/spoken-words.ts'

describe('what a dialog says', () => {
  it('is its response, then its choices’ names and responses, each once', () => {
    const choices = [
      { name: 'Yes', response: ' Fine. ' },
      { name: 'No', response: 'Fine.' },
    ]
    expect(listSpokenTexts({ response: 'Shall  I?\n', choices })).toEqual(['Shall I?', 'Yes', 'Fine.', 'No'])
  })

  it('is nothing where there is neither a letter nor a digit', () => {
    expect(listSpokenTexts({ response: ' ✨ … ', choices: [{ name: '👍', response: '' }] })).toEqual([])
    for (const text of ['é', '7', '你', 'ж!']) expect(isSpeakable(text)).toBe(true)
    for (const text of ['', ' ', '✨🎉', '–!?', '\u200b']) expect(isSpeakable(text)).toBe(false)
  })
})

describe('the time in a text', () => {
  const now = new Date('2026-07-01T19:05:00Z')
  it.each([
    ['America/New_York', 'It is 3:05 PM, 3:05 PM!'],
    ['America/Chicago', 'It is 2:05 PM, 2:05 PM!'],
    ['America/Los_Angeles', 'It is 12:05 PM, 12:05 PM!'],
    // Arizona has no summer time.
    ['America/Phoenix', 'It is 12:05 PM, 12:05 PM!'],
    ['Asia/Kolkata', 'It is 12:35 AM, 12:35 AM!'],
  ])('is said in %s', (zone, words) => {
    expect(fillTime('It is {time}, {time}!', now, zone)).toBe(words)
  })

  it('is only there where it is written so', () => {
    expect(['{time}', 'at {time}.'].map(saysTime)).toEqual([true, true])
    expect(['time', '{ time }', '{Time}', '{name}'].map(saysTime)).toEqual([false, false, false, false])
  })
})
