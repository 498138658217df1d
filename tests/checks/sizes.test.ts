import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSmallTree, type SmallTree } from './small-tree.ts'

const write = (count: number, line = 'line\n') => line.repeat(count)

describe('npm run check, sizes', () => {
  let tree: SmallTree
  beforeEach(async () => {
    tree = await createSmallTree()
  })
  afterEach(() => tree.remove())
  const check = (least?: number) => tree.check('scripts/check-sizes.mjs', least)
  const fill = (folder: string, count: number) =>
    tree.write(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, 'line\n'])),
    )

  it('says the median of the modules, not of styles, scripts and tests', async () => {
    await tree.write({
      'src/a.ts': write(2),
      'sw/b.ts': write(4),
      'server/c/d.tsx': `${write(59)}no end of line`,
      'server/c/e.ts': write(61),
      'src/a.css': write(1),
      'scripts/f.mjs': write(300),
      'tests/g.test.ts': write(300),
    })
    expect(await check()).toEqual({
      code: 0,
      output: 'A median of 32 lines in the 4 modules of src, sw, server, guest\n',
    })
  })

  it('finds a median that is too high', async () => {
    await tree.write({ 'src/a.ts': write(61) })
    expect(await check()).toMatchObject({ code: 1 })
    await tree.write({ 'src/a.ts': write(60) })
    expect(await check()).toMatchObject({ code: 0 })
  })

  it.each([
    'src/long.tsx',
    'src/long.css',
    'sw/long.ts',
    'server/a/long.ts',
    'scripts/long.mjs',
    'tests/long.ts',
  ])('finds that %s is too long', async (file) => {
    await fill('src', 3)
    await tree.write({ [file]: write(300) })
    expect((await check()).output).not.toContain(file)
    await tree.write({ [file]: write(301) })
    const { code, output } = await check()
    expect(code).toBe(1)
    expect(output).toContain(`${file} has 301 lines; 300 are the most.`)
  })

  it.each(['src/features/messenger', 'src/features/messenger/list', 'server/store', 'server/store/log'])(
    'finds too many files beside each other in %s',
    async (folder) => {
      await fill(folder, 40)
      await fill(`${folder}/below`, 40)
      expect((await check()).code).toBe(0)
      await tree.write({ [`${folder}/styles.module.css`]: '' })
      const { code, output } = await check()
      expect(code).toBe(1)
      expect(output).toContain(`${folder} has 41 files beside each other; 40 are the most.`)
    },
  )

  it('is no success where it sees next to nothing', async () => {
    await fill('src', 2)
    const { code, output } = await check(3)
    expect(code).toBe(1)
    expect(output).toContain('does not see the code')
  })
})
