import { describe, expect, it } from 'vitest'
import { PreviewTurns } from '#server/speech/preview-turns.ts'

const never = new AbortController().signal

/** Work that ends when it is told to. */
function createWork(log: string[], name: string) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    log.push(name)
    await ended
    return name
  }
  return { work, end: () => end() }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('turns of previews', () => {
  it('are two at once, the others in their order', async () => {
    const turns = new PreviewTurns()
    const log: string[] = []
    const works = ['a', 'b', 'c', 'd'].map((name) => createWork(log, name))
    const done = works.map(({ work }) => turns.run(never, work))
    await settle()
    expect(log).toEqual(['a', 'b'])
    works[0]?.end()
    await done[0]
    // Who comes now is behind those who wait.
    const late = turns.run(never, createWork(log, 'late').work)
    await settle()
    expect(log).toEqual(['a', 'b', 'c'])
    works[1]?.end()
    works[2]?.end()
    await settle()
    expect(log).toEqual(['a', 'b', 'c', 'd', 'late'])
    works[3]?.end()
    expect(await done[3]).toBe('d')
    void late
  })

  it('are lost by who goes away, and by nobody else', async () => {
    const turns = new PreviewTurns()
    const log: string[] = []
    const first = createWork(log, 'first')
    const second = createWork(log, 'second')
    const running = [turns.run(never, first.work), turns.run(never, second.work)]
    const leaving = new AbortController()
    const gone = turns.run(leaving.signal, createWork(log, 'gone').work)
    const waiting = turns.run(never, createWork(log, 'waiting').work)
    void waiting
    leaving.abort()
    await expect(gone).rejects.toThrow('nobody waits')
    first.end()
    await running[0]
    await settle()
    expect(log).toEqual(['first', 'second', 'waiting'])
  })

  it('come after one that failed, and are refused where too many wait', async () => {
    const turns = new PreviewTurns()
    const log: string[] = []
    await expect(turns.run(never, () => Promise.reject(new Error('hoarse')))).rejects.toThrow('hoarse')
    const works = Array.from({ length: 22 }, (_, index) => createWork(log, String(index)))
    const done = works.map(({ work }) => turns.run(new AbortController().signal, work))
    await expect(turns.run(never, () => Promise.resolve())).rejects.toMatchObject({ status: 503 })
    for (const { end } of works) end()
    await Promise.all(done)
    expect(log).toHaveLength(22)
  })
})
