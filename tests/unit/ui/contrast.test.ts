import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** WCAG AA for text. */
const AA = 4.5
const css = readFileSync(new URL('../../../src/ui/theme.css', import.meta.url), 'utf8')

/** Text and what it stands on: the guest card's statuses (specification section 4), notes and problems. */
const PAIRS = [
  ['info', 'info-soft'],
  ['yellow', 'yellow-soft'],
  ['sky', 'sky-soft'],
  ['ink-2', 'surface'],
  ['ink-3', 'surface'],
  ['help', 'surface'],
  ['help', 'help-soft'],
  ['bad', 'surface'],
  ['bad', 'bad-soft'],
  ['ink-2', 'raised'],
  ['ink-3', 'raised'],
  ['accent-ink', 'accent'],
] as const

describe('the colours that say something', () => {
  it.each(
    PAIRS.flatMap(([ink, ground]) => [[ink, ground, 'light'] as const, [ink, ground, 'dark'] as const]),
  )('%s on %s reaches 4.5:1 by the %s theme', (ink, ground, theme) => {
    expect(contrastOf(read(theme, ink), read(theme, ground))).toBeGreaterThanOrEqual(AA)
  })

  it('would be seen to fail', () => {
    expect(contrastOf('#777777', '#888888')).toBeLessThan(AA)
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  })
})

/** A colour stands in the theme once, by day and by night: `light-dark(#fff, #171c21)`. */
function read(theme: 'light' | 'dark', name: string): string {
  const [, light, dark] =
    new RegExp(`--${name}:\\s*light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)`).exec(css) ?? []
  const value = theme === 'light' ? light : dark
  if (value === undefined) throw new Error(`The theme has no --${name}.`)
  return value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value
}

function contrastOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
