import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CRASH_FILES } from './crash-files.ts'
import { findCrashSites } from './model/crash-sites.ts'

export const REGISTRY = path.join(import.meta.dirname, 'crash-points.json')

/** At which environments a day's work comes by a site: with extensions, without them, at both, or at none. */
export type Reach = 'both' | 'all' | 'none' | 'nowhere'

/** Every site that is registered, and where it is come by. */
export function readRegistry(): Partial<Record<string, Reach>> {
  return JSON.parse(readFileSync(REGISTRY, 'utf8')) as Record<string, Reach>
}

/** Every site that the sources have now. */
export const CRASH_SITES: readonly string[] = CRASH_FILES.flatMap((file) =>
  findCrashSites(file, readFileSync(file, 'utf8')),
).map(({ name }) => name)
