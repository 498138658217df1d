import { expect, it } from 'vitest'
import { CRASH_SITES, readRegistry } from './crash-registry.ts'

it('every await and every transaction of what is crashed is in the registry', () => {
  expect(Object.keys(readRegistry()).sort()).toEqual([...CRASH_SITES].sort())
})
