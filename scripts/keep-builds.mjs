import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'

/** How many builds' files are served: this one's and those before it (W2). */
const KEPT_BUILDS = 5

/**
 * Copies what only earlier builds had beside a fresh one, so that a page that is still open finds its late parts. `record`:
 * what is known of the build in `current`, null for none; `own`: the fresh build's files. Returns the files of the builds
 * before the fresh one, newest first, for its own record.
 *
 * @param {{ record: { files?: string[], earlier?: string[][] } | null, current: string, fresh: string, own: string[] }} builds
 * @returns {Promise<string[][]>}
 */
export async function keepEarlierBuilds({ record, current, fresh, own }) {
  const earlier = [record?.files ?? [], ...(record?.earlier ?? [])]
    .map((files) => files.filter((file) => file.startsWith('assets/')))
    .filter((files) => files.length > 0)
    .slice(0, KEPT_BUILDS - 1)
  // Their names tell their content: a file of the same name is the same file.
  for (const file of new Set(earlier.flat().filter((name) => !own.includes(name)))) {
    for (const kept of [file, `${file}.br`, `${file}.gz`]) {
      const source = path.join(current, kept)
      if (existsSync(source)) await cp(source, path.join(fresh, kept))
    }
  }
  return earlier
}
