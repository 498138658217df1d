import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What `npm run check` reads besides the code. */
const CONFIGURATION = [
  'package.json',
  'eslint.config.js',
  '.prettierrc.json',
  '.prettierignore',
  'scripts/check.mjs',
  'scripts/check-circles.mjs',
  'scripts/check-sizes.mjs',
  'scripts/find-circles.mjs',
  'scripts/read-modules.mjs',
  'scripts/install.mjs',
  'scripts/lint',
]

/** A clean little project under the real configuration: every layer has one file, and each export is used. */
const CLEAN: Record<string, string> = {
  'src/domain/roles.ts': 'export const ADMIN = 4\n',
  'src/db/rows.ts':
    "import { ADMIN } from '#src/domain/roles.ts'\n\nexport function putRow(): number {\n  return ADMIN\n}\n\nexport function readRow(): number {\n  return ADMIN\n}\n",
  'src/actions/save-row.ts':
    "import { putRow } from '#src/db/rows.ts'\n\nexport function saveRow(): number {\n  return putRow()\n}\n",
  'src/features/rows/page.tsx':
    "import { saveRow } from '#src/actions/save-row.ts'\nimport { readRow } from '#src/db/rows.ts'\n\nexport function Page() {\n  return <button onClick={saveRow}>{readRow()}</button>\n}\n",
  'src/main.tsx': "import { Page } from '#src/app/shell.tsx'\n\nPage()\n",
  'src/app/shell.tsx':
    "import { Page as Rows } from '#src/features/rows/page.tsx'\n\nexport function Page() {\n  return <Rows />\n}\n",
  'sw/service-worker.ts': "import { ADMIN } from '#src/domain/roles.ts'\n\nself.name = String(ADMIN)\n",
  'server/main.ts': "import { ADMIN } from '#src/domain/roles.ts'\n\nprocess.exitCode = ADMIN - ADMIN\n",
  'guest/main.ts': 'document.title = String(1)\n',
  'tests/one.ts': "import { ADMIN } from '#src/domain/roles.ts'\n\nprocess.exitCode = ADMIN - ADMIN\n",
}

export const CLEAN_FILES = Object.keys(CLEAN)

/** What a run of the checks said. */
export interface Checked {
  code: number
  output: string
}

/** A copy of the project's tooling around made-up code. */
export interface CheckCopy {
  write(file: string, text: string): Promise<void>
  /** Runs `npm run check` there, or some of its checks. */
  check(only?: string): Promise<Checked>
  remove(): Promise<void>
}

export async function createCheckCopy(): Promise<CheckCopy> {
  const root = await mkdtemp(join(tmpdir(), 'bellhop-check-'))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  const projects = (await readdir('.')).filter((file) => /^tsconfig.*\.json$/.test(file))
  for (const file of [...CONFIGURATION, ...projects]) await cp(file, join(root, file), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction')
  for (const [file, text] of Object.entries(CLEAN)) await write(file, text)
  return {
    write,
    check: (only) => run(root, only === undefined ? [] : ['--only', only]),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

function run(root: string, args: string[]): Promise<Checked> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/check.mjs', ...args],
      { cwd: root, env: { ...process.env, BELLHOP_LEAST_FILES: '5' }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
}
