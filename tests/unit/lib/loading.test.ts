import { describe, expect, it } from 'vitest'
import { createLoading, LOADING_CLEAR_MS } from '#src/lib/loading.ts'

/** Time that the test lets pass. */
function createTime() {
  const due: { run: () => void; ms: number }[] = []
  return {
    later: (run: () => void, ms: number) => due.push({ run, ms }),
    pass(ms: number) {
      for (const entry of due.splice(0)) {
        if (entry.ms <= ms) entry.run()
        else due.push({ ...entry, ms: entry.ms - ms })
      }
    },
  }
}

describe('the loading indicator (specification sections 2 and 9)', () => {
  it('shows the latest pending message, and the one before it when that is done', () => {
    const time = createTime()
    const loading = createLoading(time.later)
    expect(loading.own.get()).toBeNull()
    const endChats = loading.begin('Loading chats…')
    const endSending = loading.begin('Sending…')
    expect(loading.own.get()).toBe('Sending…')
    endSending()
    time.pass(LOADING_CLEAR_MS)
    expect(loading.own.get()).toBe('Loading chats…')
    endChats()
    time.pass(LOADING_CLEAR_MS)
    expect(loading.own.get()).toBeNull()
  })

  it('is cleared 500 ms after the request succeeded', async () => {
    const time = createTime()
    const loading = createLoading(time.later)
    expect(await loading.during('Sending…', () => Promise.resolve('done'))).toBe('done')
    time.pass(LOADING_CLEAR_MS - 1)
    expect(loading.own.get()).toBe('Sending…')
    time.pass(1)
    expect(loading.own.get()).toBeNull()
    expect(LOADING_CLEAR_MS).toBe(500)
  })

  it('a failure clears it at once and is passed on', async () => {
    const loading = createLoading(createTime().later)
    const failing = loading.during('Sending…', () => Promise.reject(new Error('no line')))
    expect(loading.own.get()).toBe('Sending…')
    await expect(failing).rejects.toThrow('no line')
    expect(loading.own.get()).toBeNull()
  })

  it('ending the same message twice ends no other one', () => {
    const time = createTime()
    const loading = createLoading(time.later)
    const end = loading.begin('Sending…')
    loading.begin('Sending…')
    end()
    end()
    time.pass(LOADING_CLEAR_MS)
    expect(loading.own.get()).toBe('Sending…')
  })
})
