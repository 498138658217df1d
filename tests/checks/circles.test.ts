import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCircles } from '#scripts/find-circles.mjs'
import { readModules } from '#scripts/read-modules.mjs'
import { createSmallTree, type SmallTree } from './small-tree.ts'

const LEAF = 'export const leaf = 1\nexport interface Leaf {\n  one: string\n}\n'

/** How two modules name each other, and the line and the kind of the second's import. */
const PAIRS: [name: string, one: string, two: string, said: string][] = [
  ['values', "import { two } from './two.ts'", "import { one } from '#src/one.ts'", '1 value'],
  ['types', "import type { Two } from './two.ts'", "import type { One } from './one.ts'", '1 type'],
  ['a value and a type', "import { two } from './two.ts'", "import { type One } from './one.ts'", '1 type'],
  ['lazy imports', "import { two } from './two.ts'", "void import('./one.ts')", '1 lazy'],
  ['exports from', "export { two } from './two.ts'", "export type { One } from './one.ts'", '1 type'],
  ['types by import()', "type T = import('./two.ts').Two", "\ntype O = import('./one.ts').One", '2 type'],
  ['effects alone', "import './two.ts'", "import './one.ts?x'", '1 value'],
]

describe('npm run check, circles', () => {
  let tree: SmallTree
  beforeEach(async () => {
    tree = await createSmallTree()
  })
  afterEach(() => tree.remove())
  const check = (least?: number) => tree.check('scripts/check-circles.mjs', least)
  const find = () =>
    findCircles(readModules(tree.root, ['src', 'sw', 'server', 'guest'])).map((circle) => [
      circle[0]?.from,
      ...circle.map(({ to, line, kind }) => `${to} ${line} ${kind}`),
    ])

  it.each(PAIRS)('finds one of %s', async (_name, one, two, said) => {
    await tree.write({ 'src/one.ts': one, 'src/two.ts': two, 'src/leaf.ts': LEAF })
    expect(find()).toEqual([['src/one.ts', expect.stringMatching(/^src\/two\.ts 1 /), `src/one.ts ${said}`]])
  })

  it('finds a module that imports itself', async () => {
    await tree.write({ 'sw/one.ts': "import { one } from './one.ts'\n" })
    expect(find()).toEqual([['sw/one.ts', 'sw/one.ts 1 value']])
  })

  it('fails, and shows a long one as a chain, across folders, and two as two', async () => {
    await tree.write({
      'src/a.ts': "import '#server/b.tsx'\n",
      'server/b.tsx': "import { leaf } from '#src/leaf.ts'\nimport '#sw/c.ts'\n",
      'sw/c.ts': "import type { A } from '#src/a.ts'\n",
      'src/leaf.ts': LEAF,
      'server/x.ts': "import './y.ts'\n",
      'server/y.ts': "import './x.ts'\n",
    })
    const { code, output } = await check()
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n')).toEqual([
      'A circle of 3: src/a.ts',
      '  -> server/b.tsx (line 1)',
      '  -> sw/c.ts (line 2)',
      '  -> src/a.ts (line 1, type)',
      'A circle of 2: server/x.ts',
      '  -> server/y.ts (line 1)',
      '  -> server/x.ts (line 1)',
      '2 circles in 6 modules with 6 imports of each other',
    ])
  })

  it('has nothing against modules that share others, packages and styles', async () => {
    await tree.write({
      'src/a.ts': "import 'react'\nimport './b.ts'\nimport './c.ts'\nimport './a.css'\n// import './a.ts'\n",
      'src/b.ts': "import { leaf, type Leaf } from './leaf.ts'\nconst words = 'import \"./a.ts\"'\n",
      'src/c.ts': "import { leaf } from './leaf.ts'\n",
      'src/leaf.ts': LEAF,
      'src/a.css': '',
    })
    expect(await check()).toEqual({
      code: 0,
      output: '0 circles in 4 modules with 4 imports of each other\n',
    })
  })

  it('is no success where it sees next to nothing, or cannot tell what an import means', async () => {
    await tree.write({ 'src/a.ts': "import './b.ts'\n", 'src/b.ts': LEAF })
    expect((await check(3)).code).toBe(1)
    expect((await check(3)).output).toContain('does not see the code')
    await tree.write({ 'src/b.ts': "\nimport '#src/gone.ts'\n" })
    const lost = await check()
    expect(lost.code).toBe(1)
    expect(lost.output).toBe("src/b.ts:2 imports '#src/gone.ts', which leads to no file.\n")
  })

  it('sees this product', () => {
    const modules = readModules(process.cwd(), ['src', 'sw', 'server', 'guest'])
    expect(modules.size).toBeGreaterThan(300)
    const named = modules.get('src/main.tsx') ?? []
    expect(named.filter(({ kind }) => kind === 'value')).not.toHaveLength(0)
  })
})
