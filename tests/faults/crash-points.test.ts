import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CRASH_SITES, readRegistry, REGISTRY, type Reach } from './crash-registry.ts'
import { sweepCrashSites } from './model/sweep.ts'
import { createTabProgram } from './model/tab-program.ts'

const MANNERS = ['all', 'none'] as const
/** Set: what the sweep comes by is written down, for somebody to look at. */
const isWriting = process.env['BELLHOP_CRASH_POINTS'] === 'write'

const registry = readRegistry()
const sites = CRASH_SITES
const missed = new Map<string, ReadonlySet<string>>()

it.each(MANNERS)(
  'a tab that dies at any point loses nothing and doubles nothing (capabilities: %s)',
  async (manner) => {
    const program = createTabProgram()
    const left = new Set(sites)
    const worlds = await sweepCrashSites(manner, left, manner === 'all' ? 'after' : 'before', program)
    missed.set(manner, left)
    const broken = worlds.filter(({ violations }) => violations.length > 0)
    expect(broken).toEqual([])
    if (isWriting) return
    const expected = sites.filter((site) => registry[site] !== 'both' && registry[site] !== manner)
    expect([...left].sort()).toEqual(expected.sort())
  },
)

it.runIf(isWriting)('writes the registry', () => {
  const reach = (site: string): Reach => {
    // Without the sweep, what was known stays: a new site is come by nowhere until it was looked for.
    if (missed.size < MANNERS.length) return registry[site] ?? 'nowhere'
    const isReached = MANNERS.map((manner) => missed.get(manner)?.has(site) === false)
    return isReached[0] ? (isReached[1] ? 'both' : 'all') : isReached[1] ? 'none' : 'nowhere'
  }
  const rows = Object.fromEntries(sites.map((site) => [site, reach(site)]))
  writeFileSync(REGISTRY, `${JSON.stringify(rows, null, 2)}\n`)
})
