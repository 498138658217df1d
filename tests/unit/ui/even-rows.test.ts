import { describe, expect, it } from 'vitest'
import { findScrollTop, findShown, listDrawn } from '#src/ui/even-rows.ts'

const ROW_PX = 84

describe('the rows that a scrolled box shows', () => {
  it('begin with the one that its upper edge cuts and end with the one that its lower edge cuts', () => {
    expect(findShown({ scrollTop: 0, clientHeight: 600 }, ROW_PX)).toEqual({ first: 0, last: 7 })
    expect(findShown({ scrollTop: 83, clientHeight: 600 }, ROW_PX)).toEqual({ first: 0, last: 8 })
    expect(findShown({ scrollTop: 84, clientHeight: 84 }, ROW_PX)).toEqual({ first: 1, last: 1 })
  })

  it('are one before the box has a height, and the first where it is pulled past its top', () => {
    expect(findShown({ scrollTop: 840, clientHeight: 0 }, ROW_PX)).toEqual({ first: 10, last: 10 })
    expect(findShown({ scrollTop: -40, clientHeight: 84 }, ROW_PX)).toEqual({ first: 0, last: 0 })
  })
})

describe('the rows that are drawn', () => {
  it('are some more than those shown, within the list', () => {
    expect(listDrawn({ first: 0, last: 2 }, 100, 2)).toEqual([0, 1, 2, 3, 4])
    expect(listDrawn({ first: 50, last: 51 }, 100, 1)).toEqual([49, 50, 51, 52])
    expect(listDrawn({ first: 98, last: 99 }, 100, 2)).toEqual([96, 97, 98, 99])
  })

  it('are the last ones of a list that has become shorter than what was scrolled, and none of an empty one', () => {
    expect(listDrawn({ first: 500, last: 507 }, 3, 2)).toEqual([0, 1, 2])
    expect(listDrawn({ first: 0, last: 7 }, 0, 6)).toEqual([])
  })
})

describe('scrolling to a row', () => {
  const box = { scrollTop: 840, clientHeight: 420 }

  it('moves no further than it takes to see all of it', () => {
    expect(findScrollTop(12, box, ROW_PX)).toBeNull()
    expect(findScrollTop(9, box, ROW_PX)).toBe(756)
    expect(findScrollTop(15, box, ROW_PX)).toBe(924)
    expect(findScrollTop(14, box, ROW_PX)).toBeNull()
  })
})
