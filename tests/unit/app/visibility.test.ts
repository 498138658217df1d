import { afterEach, describe, expect, it, vi } from 'vitest'
import { isGoodLine } from '#src/app/visibility.ts'

afterEach(() => vi.unstubAllGlobals())

describe('I7: whether fetching ahead is welcome', () => {
  it.each([
    ['a browser that tells nothing', {}, true],
    ['a quick line', { connection: { saveData: false, effectiveType: '4g' } }, true],
    ['a middling line', { connection: { effectiveType: '3g' } }, true],
    ['a slow line', { connection: { effectiveType: '2g' } }, false],
    ['a very slow line', { connection: { effectiveType: 'slow-2g' } }, false],
    ['a person who saves data', { connection: { saveData: true, effectiveType: '4g' } }, false],
    ['nothing known of the line', { connection: null }, true],
  ])('%s', (_, navigator, isWelcome) => {
    vi.stubGlobal('navigator', navigator)
    expect(isGoodLine()).toBe(isWelcome)
  })
})
