import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Checked } from './check-copy.ts'

/** A made-up product in a temporary folder, for checks that read nothing but files. */
export interface SmallTree {
  root: string
  write(files: Record<string, string>): Promise<void>
  /** Runs a script of ours there; the least number of files that it must see is `least`. */
  check(script: string, least?: number): Promise<Checked>
  remove(): Promise<void>
}

export async function createSmallTree(): Promise<SmallTree> {
  const root = await mkdtemp(join(tmpdir(), 'bellhop-tree-'))
  const write = async (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await writeFile(join(root, file), text)
    }
  }
  const imports = { '#src/*': './src/*', '#server/*': './server/*', '#sw/*': './sw/*' }
  await write({ 'package.json': JSON.stringify({ type: 'module', imports }) })
  for (const folder of ['src', 'sw', 'server', 'guest']) await mkdir(join(root, folder))
  return {
    root,
    write,
    check: (script, least = 0) => run(resolve(script), root, least),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

function run(script: string, root: string, least: number): Promise<Checked> {
  const env = { ...process.env, BELLHOP_LEAST_FILES: String(least) }
  return new Promise((done) => {
    execFile(process.execPath, [script], { cwd: root, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
}
