import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadNeeded, reloadStuckChunk } from '#src/app/reload-stuck-chunk.ts'
import { unsavedForm } from '#src/lib/unsaved-form.ts'

const MINUTE_MS = 60_000
const isThere = () => Promise.resolve(true)
const reload = vi.fn()

class Field {
  value: string
  constructor(value: string) {
    this.value = value
  }
}

/** What has the focus; null for nothing that is typed into. */
function focus(field: Field | null): void {
  vi.stubGlobal('document', { activeElement: field })
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal('HTMLTextAreaElement', class {})
  vi.stubGlobal('window', {
    location: { reload },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  focus(null)
  reload.mockClear()
  reloadNeeded.set(false)
  unsavedForm.set(false)
})

describe('a part that stays away (W2)', () => {
  it('reloads by itself where nothing is lost by it, and once in five minutes', async () => {
    await reloadStuckChunk(isThere, 0)
    await reloadStuckChunk(isThere, 4 * MINUTE_MS)
    expect(reload).toHaveBeenCalledTimes(1)
    await reloadStuckChunk(isThere, 6 * MINUTE_MS)
    expect(reload).toHaveBeenCalledTimes(2)
    expect(reloadNeeded.get()).toBe(false)
  })

  it.each([
    ['somebody types', () => focus(new Field('half'))],
    ['a form is not saved', () => unsavedForm.set(true)],
  ])('says it instead while %s', async (_what, begin) => {
    begin()
    await reloadStuckChunk(isThere, 0)
    expect(reload).not.toHaveBeenCalled()
    expect(reloadNeeded.get()).toBe(true)
  })

  it('does neither where there is no line: it may come back with it', async () => {
    unsavedForm.set(true)
    await reloadStuckChunk(() => Promise.resolve(false), 0)
    expect([reload.mock.calls.length, reloadNeeded.get()]).toEqual([0, false])
  })
})
