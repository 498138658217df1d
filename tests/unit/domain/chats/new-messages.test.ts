import { describe, expect, it } from 'vitest'
import { findNewMessages, noteMessages } from '#src/domain/chats/new-messages.ts'

const tell = (...minutes: number[]) =>
  minutes.map((minute) => ({
    id: `m${minute}`,
    createdAt: `2026-07-01T12:${String(minute).padStart(2, '0')}Z`,
  }))
const find = (before: number[], after: number[]) =>
  findNewMessages(noteMessages(tell(...before)), tell(...after)).map(({ id }) => id)

describe('what is new in a thread', () => {
  it('is what has come since it was looked at, each once', () => {
    expect(find([10, 20], [10, 20, 30])).toEqual(['m30'])
    expect(find([10, 20, 30], [10, 20, 30])).toEqual([])
    expect(find([], [10])).toEqual(['m10'])
  })

  it('is also what was written before the newest and came after it', () => {
    expect(find([10, 30], [10, 20, 30])).toEqual(['m20'])
  })

  it('is nothing older that was loaded, nor what left the window and came back', () => {
    expect(find([10, 20], [1, 5, 10, 20])).toEqual([])
    expect(find([10, 20], [5, 10, 20, 30])).toEqual(['m30'])
    expect(find([20, 30], [10, 20, 30])).toEqual([])
  })

  it('is nothing while nothing is known', () => {
    expect(findNewMessages(null, tell(10, 20))).toEqual([])
  })
})
