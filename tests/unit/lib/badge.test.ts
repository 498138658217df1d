import { describe, expect, it, vi } from 'vitest'
import { clearBadge, setBadge } from '#src/lib/badge.ts'

function stubNavigator(fails = false): string[] {
  const log: string[] = []
  const answer = (words: string) => {
    log.push(words)
    return fails ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve()
  }
  vi.stubGlobal('navigator', {
    setAppBadge: (count: number) => answer(`set ${count}`),
    clearAppBadge: () => answer('clear'),
  })
  return log
}

describe('the number on the icon', () => {
  it('is set, and goes with the last one', async () => {
    const log = stubNavigator()
    await setBadge(3)
    await setBadge(0)
    await clearBadge()
    expect(log).toEqual(['set 3', 'clear', 'clear'])
  })

  it('is no error where the system has no place for it, or the browser does not know it', async () => {
    stubNavigator(true)
    await expect(setBadge(1)).resolves.toBeUndefined()
    await expect(clearBadge()).resolves.toBeUndefined()
    vi.stubGlobal('navigator', {})
    await expect(setBadge(1)).resolves.toBeUndefined()
    await expect(clearBadge()).resolves.toBeUndefined()
  })
})
