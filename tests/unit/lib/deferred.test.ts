import { describe, expect, it, vi } from 'vitest'
import { createDeferred } from '#src/lib/deferred.ts'

const NO_LINE = new TypeError('no line')

function open(failures: number) {
  const fetchPart = vi.fn(() =>
    fetchPart.mock.calls.length > failures ? Promise.resolve('the part') : Promise.reject(NO_LINE),
  )
  const deferred = createDeferred(fetchPart)
  const kinds: string[] = []
  deferred.state.subscribe(() => kinds.push(deferred.state.get().kind))
  return { deferred, fetchPart, kinds }
}

describe('a part of the app that is not there from the start', () => {
  it('is fetched once, for all who ask, and is there from then on', async () => {
    const { deferred, fetchPart, kinds } = open(0)
    expect(deferred.state.get()).toEqual({ kind: 'waiting', failures: 0 })
    expect(await Promise.all([deferred.load(), deferred.load()])).toEqual(['the part', 'the part'])
    expect(await deferred.load()).toBe('the part')
    expect(fetchPart).toHaveBeenCalledOnce()
    expect(kinds).toEqual(['loading', 'ready'])
  })

  it('is fetched again by who asks after it did not arrive, and by nobody before', async () => {
    const { deferred, fetchPart, kinds } = open(1)
    const asked = await Promise.allSettled([deferred.load(), deferred.load()])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(deferred.state.get()).toEqual({ kind: 'missing', failures: 1 })
    expect(fetchPart).toHaveBeenCalledOnce()

    expect(await deferred.load()).toBe('the part')
    expect(deferred.state.get()).toEqual({ kind: 'ready', value: 'the part', failures: 1 })
    expect(kinds).toEqual(['loading', 'missing', 'loading', 'ready'])
  })
})
