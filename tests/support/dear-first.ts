import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The journeys that keep the cores busy longest: one that begins last is waited for with a core idle. */
const DEAR = ['every-screen', 'long-thread', 'alerts', 'bad-input', 'staged-files', 'environments']
/** Journeys that wait for most of their time, for deadlines and for processes that were killed. */
const WAITING = [
  'browser/chosen',
  'server-killed',
  'app-update',
  'two-tabs',
  'captive-portal',
  'slow-phone',
  'background-sync',
]
/** So many others are walked by the other workers meanwhile. */
const OTHERS_BESIDE = 4

/**
 * Files in vitest's own order, which is by size where it has not seen them before, but the dear ones first, and one of the
 * waiting ones at a time: together they leave the cores idle.
 */
export class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOneOf = (names: readonly string[]) => (file: TestSpecification) =>
      names.some((name) => file.moduleId.endsWith(`/${name}.test.ts`))
    const [isDear, isWaiting] = [isOneOf(DEAR), isOneOf(WAITING)]
    const others = sorted.filter((file) => !isDear(file) && !isWaiting(file))
    const ordered = [...sorted.filter(isDear), ...others]
    for (const [index, file] of sorted.filter(isWaiting).entries())
      ordered.splice(index * (OTHERS_BESIDE + 1), 0, file)
    return ordered
  }
}
