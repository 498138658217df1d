import { describe, expect, it } from 'vitest'
import { generateScale } from '#server/demo/scale.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

describe('a hotel for measurements', () => {
  it.each([
    [10, 200],
    [200, 4_001],
    [7, 3],
  ])('has exactly %i chats and %i messages, newest first', (chatCount, messageCount) => {
    const chats = [...generateScale(chatCount, messageCount, NOW)]
    expect(chats).toHaveLength(chatCount)
    expect(chats.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(messageCount)
    expect(new Set(chats.map(({ id }) => id)).size).toBe(chatCount)
    const updates = chats.map(({ updatedAt }) => updatedAt.getTime())
    expect(updates).toEqual([...updates].sort((one, other) => other - one))
    for (const { messages, updatedAt } of chats) {
      const times = messages.map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
      expect(times.at(-1) ?? updatedAt.getTime()).toBe(updatedAt.getTime())
    }
  })

  it('is the same each time', () => {
    expect([...generateScale(20, 100, NOW)]).toEqual([...generateScale(20, 100, NOW)])
  })
})
