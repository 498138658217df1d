import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUuidMaker } from '#src/domain/uuid.ts'

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const WHEN = Date.parse('2026-11-20T12:00:00Z')

describe('ids of operations (DESIGN section 4: UUIDv7 with a counter)', () => {
  it('rise strictly whatever the clock does, and are well-formed', () => {
    const step = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.constant(0))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 255 }), (steps, byte) => {
        let now = WHEN
        const make = createUuidMaker(
          () => now,
          (bytes) => bytes.fill(byte),
        )
        let last = ''
        for (const ms of steps) {
          now += ms
          const id = make()
          expect(id).toMatch(V7)
          expect(id > last).toBe(true)
          last = id
        }
      }),
      { numRuns: 100 },
    )
  })

  it('go on rising past 4,096 in one millisecond, by borrowing the next', () => {
    const make = createUuidMaker(
      () => WHEN,
      (bytes) => bytes.fill(0),
    )
    const ids = Array.from({ length: 10_000 }, make)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })

  it('carry the time in their first 48 bits', () => {
    const make = createUuidMaker(
      () => WHEN + 0.7,
      (bytes) => bytes.fill(255),
    )
    expect(Number.parseInt(make().replace('-', '').slice(0, 12), 16)).toBe(WHEN)
  })
})
