import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CRASH_FILES } from './crash-files.ts'
import { findCrashSites } from './model/crash-sites.ts'
import { sweepCrashSites } from './model/sweep.ts'
import { createTabProgram } from './model/tab-program.ts'

const REGISTRY = path.join(import.meta.dirname, 'crash-points.json')
const MANNERS = ['all', 'none'] as const
/** Set: what the sweep comes by is written down, for somebody to look at. */
const isWriting = process.env['BELLHOP_CRASH_POINTS'] === 'write'

/** At which environments a day's work comes by a site: with extensions, without them, at both, or at none. */
type Reach = 'both' | 'all' | 'none' | 'nowhere'

const registry = JSON.parse(readFileSync(REGISTRY, 'utf8')) as Record<string, Reach>
const sites = CRASH_FILES.flatMap((file) => findCrashSites(file, readFileSync(file, 'utf8'))).map(
  ({ name }) => name,
)
const missed = new Map<string, ReadonlySet<string>>()

it('every await and every transaction of these files is in the registry', () => {
  if (!isWriting) expect(Object.keys(registry).sort()).toEqual([...sites].sort())
})

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
    const isReached = MANNERS.map((manner) => missed.get(manner)?.has(site) === false)
    return isReached[0] ? (isReached[1] ? 'both' : 'all') : isReached[1] ? 'none' : 'nowhere'
  }
  const rows = Object.fromEntries(sites.map((site) => [site, reach(site)]))
  writeFileSync(REGISTRY, `${JSON.stringify(rows, null, 2)}\n`)
})
