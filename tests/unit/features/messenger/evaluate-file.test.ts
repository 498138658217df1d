import { describe, expect, it } from 'vitest'
import { evaluateFile, type FileReading } from '#src/features/messenger/evaluate-file.ts'

const NOT_HERE: FileReading = { isHere: false, isAsked: false, problem: null }

describe('a file of the environment in a thread', () => {
  it.each<[string, FileReading | null | undefined, string, string]>([
    ['not yet looked for', undefined, 'loading', 'loading'],
    ['of another host', null, 'loading', 'loading'],
    ['not on this device', NOT_HERE, 'wanted', 'offered'],
    ['asked for', { ...NOT_HERE, isAsked: true }, 'loading', 'loading'],
    [
      'asked for in vain',
      { ...NOT_HERE, isAsked: true, problem: 'unreachable' },
      'unreachable',
      'unreachable',
    ],
    ['that is no more', { ...NOT_HERE, isAsked: true, problem: 'not-found' }, 'gone', 'gone'],
    ['that was refused', { ...NOT_HERE, isAsked: true, problem: 'refused' }, 'gone', 'gone'],
    ['on this device', { ...NOT_HERE, isHere: true }, 'here', 'here'],
    ['on this device and asked for again', { isHere: true, isAsked: true, problem: 'x' }, 'here', 'here'],
  ])('%s', (_, reading, onGoodLine, onWeakLine) => {
    expect(evaluateFile(reading, true)).toBe(onGoodLine)
    expect(evaluateFile(reading, false)).toBe(onWeakLine)
  })
})
