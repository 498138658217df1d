import { describe, expect, it } from 'vitest'
import { findVisiblePart } from '#guest/visible-area.ts'

const PAGE_PX = 800
const find = (view: { height: number; offsetTop?: number; scale?: number }) =>
  findVisiblePart({ offsetTop: 0, scale: 1, ...view }, PAGE_PX)

describe('what a soft keyboard leaves to be seen', () => {
  it('is as high as the rest, and where the browser has moved it', () => {
    expect(find({ height: 460 })).toEqual({ top: 0, height: 460 })
    expect(find({ height: 460, offsetTop: 212.5 })).toEqual({ top: 212.5, height: 460 })
    // Pulled beyond its edge, it springs back.
    expect(find({ height: 460, offsetTop: -30 })).toEqual({ top: 0, height: 460 })
  })

  it('is not asked for without a keyboard: a bar of the browser, or zoomed in', () => {
    expect(find({ height: PAGE_PX })).toBeNull()
    expect(find({ height: PAGE_PX - 56 })).toBeNull()
    expect(find({ height: 400, scale: 2 })).toBeNull()
  })
})
