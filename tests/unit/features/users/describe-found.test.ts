import { describe, expect, it } from 'vitest'
import { describeFound } from '#src/features/users/describe-found.ts'

const CHOICE = { id: 'c', name: 'Ana', note: 'Web chat', isTaken: false }

describe('what is said below the chats that were found', () => {
  it.each([
    [undefined, 'ana', 'Looking…'],
    [{ choices: [CHOICE], hasMore: false }, 'ana', ''],
    [{ choices: [CHOICE], hasMore: true }, 'a', 'There are more: type more of the name.'],
    [{ choices: [], hasMore: false }, 'zz', 'No chat on this device has this name.'],
    [{ choices: [], hasMore: false }, '  ', 'There is no chat on this device yet.'],
  ])('%j', (found, typed, words) => {
    expect(describeFound(found, typed)).toBe(words)
  })
})
