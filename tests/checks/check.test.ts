import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheckCopy, type CheckCopy } from './check-copy.ts'

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

describe('npm run check', () => {
  let copy: CheckCopy
  beforeAll(async () => {
    copy = await createCheckCopy()
  })
  afterAll(() => copy.remove())

  it('passes clean code', async () => {
    const { code, output } = await copy.check()
    expect(output).toContain('check: all passed')
    expect(code).toBe(0)
  })

  it.each([
    ['src/domain/two.ts', 'tsconfig.app.json'],
    ['sw/two.ts', 'tsconfig.sw.json'],
    ['server/two.ts', 'tsconfig.server.json'],
    ['tests/two.ts', 'tsconfig.tests.json'],
  ])('finds a type error in %s', async (file, project) => {
    await copy.write(file, "const one: number = 'one'\nString(one)\n")
    const { code, output } = await copy.check('types')
    await copy.restore(file)
    expect(code).toBe(1)
    expect(output).toContain(`FAILED types (${project})`)
    expect(output).toContain('TS2322')
  })

  it('finds an unused export', async () => {
    await copy.write('src/domain/two.ts', 'export const FORGOTTEN = 1\n')
    const { code, output } = await copy.check('unused')
    await copy.restore('src/domain/two.ts')
    expect(code).toBe(1)
    expect(output).toMatch(/src\/domain\/two\.ts.*FORGOTTEN/)
  })

  it('finds an export that lost its last user', async () => {
    await copy.write('src/actions/save-row.ts', 'export function saveRow(): number {\n  return 1\n}\n')
    const { code, output } = await copy.check('unused')
    await copy.restore('src/actions/save-row.ts')
    expect(code).toBe(1)
    expect(output).toMatch(/src\/db\/rows\.ts.*putRow/)
  })

  it('finds a file that is not formatted', async () => {
    await copy.write('src/domain/two.ts', 'const   one = 1;\nString(one)\n')
    const { code, output } = await copy.check('format')
    await copy.restore('src/domain/two.ts')
    expect(code).toBe(1)
    expect(output).toContain('src/domain/two.ts')
  })

  it('refuses a check that it does not have', async () => {
    expect((await copy.check('spelling')).code).toBe(2)
  })

  describe('lint', () => {
    let output = ''
    let code = 0
    beforeAll(async () => {
      for (const [, file, text] of LINT_FAULTS) await copy.write(file, text)
      ;({ code, output } = await copy.check('lint'))
    })

    it('fails', () => {
      expect(code).toBe(1)
    })

    it.each(LINT_FAULTS)('finds %s', (_name, file, _text, rule) => {
      expect(readComplaints(output, file)).toContain(rule)
    })

    it('has nothing against the clean files', () => {
      expect(readComplaints(output, 'src/features/rows/page.tsx')).toBe('')
      expect(readComplaints(output, 'src/db/rows.ts')).toBe('')
    })
  })
})

/** ESLint's lines about one file. */
function readComplaints(output: string, file: string): string {
  const blocks = output.split('\n\n')
  return blocks.find((block) => block.trimStart().split('\n')[0]?.endsWith(`/${file}`)) ?? ''
}
