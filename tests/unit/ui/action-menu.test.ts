import { describe, expect, it } from 'vitest'
import { moveTo } from '#src/ui/action-menu.tsx'

describe('the keys of a menu', () => {
  it.each([
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowDown', -1, 3, 0],
    ['ArrowUp', 1, 3, 0],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', -1, 3, 2],
    ['Home', 2, 3, 0],
    ['End', 0, 3, 2],
    ['a', 0, 3, null],
    ['ArrowDown', -1, 0, null],
  ])('%s at %d of %d leads to %j', (key, from, count, to) => {
    expect(moveTo(key, from, count)).toBe(to)
  })
})
