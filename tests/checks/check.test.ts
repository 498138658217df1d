import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAN_FILES, createCheckCopy, type CheckCopy, type Checked } from './check-copy.ts'

/** Two runs of everything, on a machine of half the speed. */
const DEADLINE_MS = 180_000

/** File, what it wrongly has, and the rule that must say so. All are linted in one run. */
const LINT_FAULTS: [name: string, file: string, text: string, rule: string][] = [
  [
    'a feature that imports another',
    'src/features/two/page.tsx',
    "import { Page } from '#src/features/rows/page.tsx'\n\nPage()\n",
    'boundaries/dependencies',
  ],
  [
    'a feature that imports dexie',
    'src/features/three/page.tsx',
    "import Dexie from 'dexie'\n\nDexie.debug = true\n",
    'boundaries/dependencies',
  ],
  [
    'a feature that writes to a database',
    'src/features/four/page.tsx',
    "import { putRow } from '#src/db/rows.ts'\n\nputRow()\n",
    'Only actions/ and sync/ write',
  ],
  [
    'a feature that takes a whole database module',
    'src/features/five/page.tsx',
    "import * as rows from '#src/db/rows.ts'\n\nrows.putRow()\n",
    'Name what is taken from a database',
  ],
  [
    'a feature that opens a transaction',
    'src/features/six/page.tsx',
    "export function save(db: { transaction(mode: string): void }) {\n  db.transaction('rw')\n}\n",
    'Transactions belong to actions/',
  ],
  [
    'a server that imports the console',
    'server/two.ts',
    "import { readRow } from '#src/db/rows.ts'\n\nreadRow()\n",
    'boundaries/dependencies',
  ],
  [
    'a domain that imports a package',
    'src/domain/two.ts',
    "import * as v from 'valibot'\n\nv.string()\n",
    'boundaries/dependencies',
  ],
  ['a default export', 'src/lib/two.ts', 'const one = 1\nexport default one\n', 'No default exports'],
  [
    'a default export under another name',
    'src/lib/three.ts',
    'const one = 1\nexport { one as default }\n',
    'No default exports',
  ],
  ['a barrel', 'src/lib/four.ts', "export * from './clock.ts'\n", 'No barrels'],
  [
    'a path up through the layers',
    'src/lib/deep/five.ts',
    "import { ADMIN } from '../../domain/roles.ts'\n\nString(ADMIN)\n",
    'imports/no-crossing',
  ],
  ['a file that is too long', 'src/lib/ten.ts', '// one more line\n'.repeat(301), 'max-lines'],
  [
    'any',
    'src/lib/six.ts',
    'export function read(value: any) {\n  return String(value)\n}\n',
    '@typescript-eslint/no-explicit-any',
  ],
  [
    'ts-ignore',
    'src/lib/seven.ts',
    "// @ts-ignore\nexport const one: number = 'one'\n",
    '@typescript-eslint/ban-ts-comment',
  ],
  [
    'ts-expect-error',
    'src/lib/eight.ts',
    "// @ts-expect-error because\nexport const one: number = 'one'\n",
    '@typescript-eslint/ban-ts-comment',
  ],
  ['eslint-disable', 'src/lib/nine.ts', "/* eslint-disable */\nconsole.log('hidden')\n", 'no-console'],
  ['console in the console', 'src/sync/two.ts', "console.warn('out')\n", 'no-console'],
  [
    'a forgotten promise',
    'server/three.ts',
    'async function run() {\n  await Promise.resolve()\n}\n\nrun()\n',
    '@typescript-eslint/no-floating-promises',
  ],
  [
    'a switch that forgets a case',
    'src/domain/three.ts',
    "export function name(state: 'on' | 'off') {\n  switch (state) {\n    case 'on':\n      return 1\n  }\n  return 0\n}\n",
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
  [
    'a hook in a condition',
    'src/ui/two.tsx',
    "import { useState } from 'react'\n\nexport function Part({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return null\n}\n",
    'react-hooks/rules-of-hooks',
  ],
]

/** A file with a type error, and the project that must say so. */
const TYPE_FAULTS: [file: string, project: string][] = [
  ['src/domain/wrong.ts', 'tsconfig.app.json'],
  ['sw/wrong.ts', 'tsconfig.sw.json'],
  ['server/wrong.ts', 'tsconfig.server.json'],
  ['tests/wrong.ts', 'tsconfig.tests.json'],
]

/** Few runs, because each reads everything: one of clean code, one of all faults together. */
describe('npm run check', () => {
  let copy: CheckCopy
  let clean: Checked
  let unused: Checked
  let faulty: Checked
  beforeAll(async () => {
    copy = await createCheckCopy()
    clean = await copy.check()
    await copy.write('src/domain/forgotten.ts', 'export const FORGOTTEN = 1\n')
    await copy.write('src/actions/save-row.ts', 'export function saveRow(): number {\n  return 1\n}\n')
    unused = await copy.check('unused')
    for (const [, file, text] of LINT_FAULTS) await copy.write(file, text)
    for (const [file] of TYPE_FAULTS) await copy.write(file, "const one: number = 'one'\nString(one)\n")
    await copy.write('src/domain/crooked.ts', 'const   one = 1;\nString(one)\n')
    faulty = await copy.check()
  }, DEADLINE_MS)
  afterAll(() => copy.remove())

  it('passes clean code', () => {
    expect(clean.output).toContain('check: all passed')
    expect(clean.code).toBe(0)
  })

  it('fails where anything is found', () => {
    expect(faulty.code).toBe(1)
  })

  it.each(TYPE_FAULTS)('finds a type error in %s', (file, project) => {
    expect(faulty.output).toContain(`FAILED types (${project})`)
    expect(faulty.output).toMatch(new RegExp(`^${file}\\(1,7\\): error TS2322`, 'm'))
  })

  it('finds an unused export', () => {
    expect(unused.code).toBe(1)
    expect(unused.output).toMatch(/src\/domain\/forgotten\.ts.*FORGOTTEN/)
  })

  it('finds an export that lost its last user', () => {
    expect(unused.output).toMatch(/src\/db\/rows\.ts.*putRow/)
  })

  it('finds a file that is not formatted', () => {
    expect(faulty.output).toContain('[warn] src/domain/crooked.ts')
  })

  it('knows no other check', async () => {
    expect((await copy.check('spelling')).code).toBe(2)
  })

  it.each(LINT_FAULTS)('finds %s', (_name, file, _text, rule) => {
    expect(readComplaints(faulty.output, file)).toContain(rule)
  })

  it.each(CLEAN_FILES)('has nothing against %s', (file) => {
    expect(readComplaints(faulty.output, file)).toBe('')
    expect(faulty.output).not.toContain(`${file}(`)
    expect(faulty.output).not.toContain(`[warn] ${file}`)
  })
})

/** ESLint's lines about one file. */
function readComplaints(output: string, file: string): string {
  const blocks = output.split('\n\n')
  return blocks.find((block) => block.trimStart().split('\n')[0]?.endsWith(`/${file}`)) ?? ''
}
