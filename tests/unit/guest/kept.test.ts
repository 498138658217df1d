import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openKept } from '#guest/kept.ts'
import { makeStorageEvent, openGuestBrowser, type GuestBrowser } from '#tests/support/guest-browser.ts'
import { createRefusingStorage, createWebStorage } from '#tests/support/web-storage.ts'

const SESSION = { token: 'of-ana', chatId: 'chat' }
const PENDING = { key: 'k1', text: 'Is there a pool?', reason: null }
const nameOf = (what: string, part = 'own') => `bellhop-guest:${part}:${what}`

let storage: Storage
let browser: GuestBrowser
beforeEach(() => {
  storage = createWebStorage()
  browser = openGuestBrowser(storage)
})

describe('what the guest’s page keeps between visits', () => {
  it('is there for the next visit and for other tabs, each part for itself', () => {
    const kept = openKept('own')
    kept.writeSession(SESSION)
    kept.changePending((pending) => [...pending, PENDING])
    kept.writeDraft('And a sauna')
    kept.writeUsedAt(1_000)
    const next = openKept('own')
    expect(next.readSession()).toEqual(SESSION)
    expect(next.readPending()).toEqual([PENDING])
    expect([next.readDraft(), next.readUsedAt()]).toEqual(['And a sauna', 1_000])
    expect(openKept('demo').readPending()).toEqual([])
  })

  it('changes what all tabs have written, not what this one read before', () => {
    const [here, there] = [openKept('own'), openKept('own')]
    expect(here.readPending()).toEqual([])
    there.changePending((pending) => [...pending, PENDING])
    here.changePending((pending) => [...pending, { ...PENDING, key: 'k2' }])
    expect(there.readPending().map(({ key }) => key)).toEqual(['k1', 'k2'])
    there.changePending(() => [])
    expect(storage.getItem(nameOf('pending'))).toBeNull()
  })

  it.each(['', '{', '[]', '{"token":1}', 'null'])('that is no more to be read is nothing: %j', (text) => {
    for (const what of ['session', 'pending', 'rating', 'used', 'endings'])
      storage.setItem(nameOf(what), text)
    const kept = openKept('own')
    expect([kept.readSession(), kept.readPending(), kept.readRating()]).toEqual([null, [], null])
    expect([kept.readUsedAt(), kept.readEndings()]).toEqual([null, []])
  })

  it('has what a page of an earlier build kept, which knew no codes', () => {
    storage.setItem(nameOf('pending'), JSON.stringify([{ ...PENDING, reason: 'Too long.' }]))
    const reason = { code: '', message: 'Too long.' }
    expect(openKept('own').readPending()).toEqual([{ ...PENDING, reason }])
    openKept('own').changePending(([entry]) =>
      entry ? [{ ...entry, reason: { ...reason, code: 'x' } }] : [],
    )
    expect(openKept('own').readPending()).toEqual([{ ...PENDING, reason: { ...reason, code: 'x' } }])
  })

  it('lasts as long as the page where the browser keeps nothing', () => {
    openGuestBrowser(createRefusingStorage())
    const kept = openKept('own')
    kept.changePending((pending) => [...pending, PENDING])
    kept.writeDraft('And a sauna')
    expect([kept.readPending(), kept.readDraft()]).toEqual([[PENDING], 'And a sauna'])
    expect(openKept('own').readPending()).toEqual([])
    kept.forget()
    expect([kept.readPending(), kept.readDraft()]).toEqual([[], ''])
  })
})

describe('a conversation that is ended', () => {
  it('leaves its token to be ended, and nothing else of it', () => {
    const kept = openKept('own')
    kept.writeSession(SESSION)
    kept.writeName('Ana')
    kept.writeDraft('And a sauna')
    kept.writeUsedAt(1_000)
    kept.changePending(() => [PENDING])
    kept.writeRating({ question: 'q', pending: null, isPutOff: true })
    const before = kept.readForgotten()
    kept.forget()
    expect(kept.readEndings()).toEqual(['of-ana'])
    expect(kept.readForgotten()).not.toBe(before)
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    expect(names.sort()).toEqual([nameOf('endings'), nameOf('forgotten')])
    kept.writeSession({ token: 'of-ben', chatId: 'other' })
    kept.forget()
    expect(kept.readEndings()).toEqual(['of-ana', 'of-ben'])
  })

  it('takes what this page remembers for a browser that refuses it, when another tab ended it', () => {
    browser = openGuestBrowser(createRefusingStorage())
    const kept = openKept('own')
    const notice = vi.fn()
    kept.watch(notice)
    kept.writeDraft('And a sauna')
    browser.dispatch(makeStorageEvent(nameOf('draft')))
    expect(kept.readDraft()).toBe('And a sauna')
    browser.dispatch(makeStorageEvent(nameOf('forgotten')))
    expect(kept.readDraft()).toBe('')
    browser.dispatch(makeStorageEvent(nameOf('forgotten', 'demo')))
    expect(notice).toHaveBeenCalledTimes(2)
  })
})
