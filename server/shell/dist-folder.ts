import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The `dist` folder of this installation, from the bundle (`dist/server/main.js`) as from the sources. */
export function findDistFolder(from: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(from))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error('The installation has no package.json above its server.')
    folder = parent
  }
  return path.join(folder, 'dist')
}
