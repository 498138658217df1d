import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The journeys that take longest: one that begins last is waited for with a core idle. */
const DEAR = [
  'every-screen',
  'app-update',
  'staged-files',
  'two-tabs',
  'server-killed',
  'presence',
  'captive-portal',
  'slow-phone',
]

/** Files in vitest's own order, which is by size where it has not seen them before, but the dear ones first. */
export class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isDear = ({ moduleId }: TestSpecification) =>
      DEAR.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    return [...sorted.filter(isDear), ...sorted.filter((file) => !isDear(file))]
  }
}
