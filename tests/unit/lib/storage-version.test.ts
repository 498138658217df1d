import { describe, expect, it } from 'vitest'
import { checkStorageVersion, RELOAD_DELAY_MS } from '#src/lib/storage-version.ts'
import { createRefusingStorage, createWebStorage } from '#tests/support/web-storage.ts'

const NOW = 1_000_000
const MINUTE_MS = 60_000

describe('the storage version (specification section 4, CONTRACT section 5)', () => {
  it('absent: written without a reload, and nothing is cleared', () => {
    const local = createWebStorage({ other: 'kept' })
    expect(checkStorageVersion(local, createWebStorage(), NOW)).toBe('fine')
    expect(local.getItem('storageVersion')).toBe('0.5')
    expect(local.getItem('other')).toBe('kept')
  })

  it('the same: nothing happens', () => {
    const local = createWebStorage({ storageVersion: '0.5', other: 'kept' })
    expect(checkStorageVersion(local, createWebStorage(), NOW)).toBe('fine')
    expect(local.getItem('other')).toBe('kept')
  })

  it.each(['0.4', '0.6', '', 'nonsense'])('another (%j): cleared and reloaded, once', (version) => {
    const local = createWebStorage({ storageVersion: version, other: 'gone' })
    const tab = createWebStorage()
    expect(checkStorageVersion(local, tab, NOW)).toBe('reload')
    expect(RELOAD_DELAY_MS).toBe(1_000)
    expect(local.getItem('other')).toBeNull()
    expect(checkStorageVersion(local, tab, NOW + 1_000)).toBe('fine')
  })

  it('a page of another version that writes its own back makes no loop', () => {
    const local = createWebStorage({ storageVersion: '0.4' })
    const tab = createWebStorage()
    expect(checkStorageVersion(local, tab, NOW)).toBe('reload')
    for (let start = 1; start < 10; start += 1) {
      local.setItem('storageVersion', '0.4')
      expect(checkStorageVersion(local, tab, NOW + start * 1_000)).toBe('fine')
      expect(local.getItem('storageVersion')).toBe('0.5')
    }
  })

  it('long after, a tab may reload for it again', () => {
    const local = createWebStorage({ storageVersion: '0.4' })
    const tab = createWebStorage()
    expect(checkStorageVersion(local, tab, NOW)).toBe('reload')
    local.setItem('storageVersion', '0.4')
    expect(checkStorageVersion(local, tab, NOW + MINUTE_MS)).toBe('reload')
  })

  it.each([
    ['no local storage', null, createWebStorage()],
    [
      'local storage that can’t be written',
      createRefusingStorage({ storageVersion: '0.4' }),
      createWebStorage(),
    ],
    ['no storage of the tab', createWebStorage({ storageVersion: '0.4' }), null],
    [
      'a tab’s storage that can’t be written',
      createWebStorage({ storageVersion: '0.4' }),
      createRefusingStorage(),
    ],
  ])('%s: the app goes on, without a reload', (_, local, tab) => {
    expect(checkStorageVersion(local, tab, NOW)).toBe('fine')
  })

  it('storage that forgets at once makes no loop', () => {
    const forgetful = { ...createWebStorage(), getItem: () => '0.4' }
    expect(checkStorageVersion(forgetful, createWebStorage(), NOW)).toBe('fine')
  })
})
