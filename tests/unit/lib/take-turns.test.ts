import { describe, expect, it } from 'vitest'
import { createTurns } from '#src/lib/take-turns.ts'

describe('turns', () => {
  it('are so many at once, in their order, and go on after one that failed', async () => {
    const takeTurn = createTurns(2)
    const log: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => () => {
      log.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    }
    const failing = takeTurn(() => Promise.reject(new Error('failed')))
    const first = takeTurn(work('first'))
    const second = takeTurn(work('second'))
    const third = takeTurn(work('third'))
    expect(log).toEqual(['first'])
    await expect(failing).rejects.toThrow('failed')
    await Promise.resolve()
    expect(log).toEqual(['first', 'second'])
    ends[0]?.()
    expect(await first).toBe('first')
    await Promise.resolve()
    expect(log).toEqual(['first', 'second', 'third'])
    for (const end of ends) end()
    expect([await second, await third]).toEqual(['second', 'third'])
  })
})
