import { describe, expect, it } from 'vitest'
import { endsWordsBeforeKey, watchEnter } from '#src/domain/keys/enter.ts'
import { press } from './presses.ts'

const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13 }

/** A page's events, at moments in ms. */
function openPage(vendor: string) {
  const page = new EventTarget()
  const { isEnter, isOfInputMethod } = watchEnter(page, endsWordsBeforeKey(vendor))
  const dispatch = (type: string, at: number, fields: object = {}) => {
    const event = Object.assign(new Event(type), press(fields))
    Object.defineProperty(event, 'timeStamp', { value: at })
    page.dispatchEvent(event)
    return event
  }
  return {
    compose: (at: number) => dispatch('compositionend', at),
    release: (at: number) => dispatch('keyup', at, ENTER),
    isEnter(at: number, fields: object = {}) {
      const event = dispatch('keydown', at, { ...ENTER, ...fields })
      expect(isOfInputMethod(event)).toBe(event.key === 'Enter' && !isEnter(event))
      return isEnter(event)
    },
  }
}

const SAFARI = 'Apple Computer, Inc.'
const CHROME = 'Google Inc.'

describe.each([SAFARI, CHROME, ''])('an Enter (%s)', (vendor) => {
  it('is one of the line’s or the number pad’s, with any modifier, and no other key', () => {
    const page = openPage(vendor)
    expect(page.isEnter(0)).toBe(true)
    expect(page.isEnter(1, { code: 'NumpadEnter' })).toBe(true)
    expect(page.isEnter(2, { ctrlKey: true })).toBe(true)
    expect(page.isEnter(3, { key: 'a', code: 'KeyA', keyCode: 65 })).toBe(false)
  })

  it('that ends a word is none: while composing, and with the key code of input methods alone', () => {
    const page = openPage(vendor)
    expect(page.isEnter(0, { isComposing: true })).toBe(false)
    expect(page.isEnter(1, { keyCode: 229 })).toBe(false)
    expect(page.isEnter(2)).toBe(true)
  })
})

describe('an Enter right after a composition’s end', () => {
  it('has ended it in Safari; the next one is meant', () => {
    const page = openPage(SAFARI)
    page.compose(1_000)
    expect(page.isEnter(1_002)).toBe(false)
    page.release(1_080)
    expect(page.isEnter(1_120)).toBe(true)
  })

  it('is meant where another key or a choice by mouse has ended it', () => {
    const page = openPage(SAFARI)
    page.compose(1_000)
    expect(page.isEnter(1_001, { key: ' ', code: 'Space' })).toBe(false)
    expect(page.isEnter(1_050)).toBe(true)
    page.compose(2_000)
    page.release(2_010)
    expect(page.isEnter(2_020)).toBe(true)
    page.compose(3_000)
    expect(page.isEnter(3_900)).toBe(true)
  })

  it('is meant in other browsers, where the key comes before the end', () => {
    const page = openPage(CHROME)
    page.compose(1_000)
    expect(page.isEnter(1_002)).toBe(true)
  })
})
