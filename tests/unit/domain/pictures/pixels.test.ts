import { describe, expect, it } from 'vitest'
import { isClear, isSharp, type Pixels } from '#src/domain/pictures/pixels.ts'

const WIDTH = 64
/** Rows of `WIDTH` pixels, each of the grey that `paint` gives it. */
function paint(grey: (x: number, y: number) => number): Pixels {
  const data = Array.from({ length: WIDTH * 16 }, (_, index) =>
    grey(index % WIDTH, Math.floor(index / WIDTH)),
  )
  return { width: WIDTH, data: data.flatMap((value) => [value, value, value, 255]) }
}
const noise = paint((x, y) => (x * 97 + y * 31) % 251)
const letters = paint((x, y) => (y % 8 < 4 && x % 6 < 2 ? 20 : 240))
/** From one side to the other ever lighter: no pixel is as the one before it, but for the ends of rows. */
const slope = paint((x) => x * 4)

describe('whether a picture was drawn', () => {
  it('letters and flat areas were; light’s noise and slopes were not', () => {
    expect(isSharp([letters])).toBe(true)
    expect(isSharp([paint(() => 255)])).toBe(true)
    expect(isSharp([noise])).toBe(false)
    expect(isSharp([slope])).toBe(false)
  })

  it('is told by most of its samples; of nothing it is not said', () => {
    expect(isSharp([noise, letters, letters, letters])).toBe(true)
    expect(isSharp([noise, noise, noise, letters])).toBe(false)
    expect(isSharp([])).toBe(false)
  })
})

describe('whether one can see through a picture', () => {
  it('by one pixel, and not by what scaling takes from a rim', () => {
    const data = Array.from({ length: 40 }, () => 255)
    expect(isClear({ width: 10, data })).toBe(false)
    expect(isClear({ width: 10, data: data.with(3, 252) })).toBe(false)
    expect(isClear({ width: 10, data: data.with(39, 120) })).toBe(true)
  })
})
