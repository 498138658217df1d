import { describe, expect, it } from 'vitest'
import { importDirectly } from '#scripts/import-directly.mjs'

const MENU = 'assets/menu-1.js'
const CONTROLS = 'assets/controls-2.js'

interface Chunk {
  type: 'chunk'
  fileName: string
  isDynamicEntry: boolean
  code: string
}

function build(codes: Record<string, string>): Record<string, Chunk> {
  return Object.fromEntries(
    Object.entries(codes).map(([fileName, code]) => [
      fileName,
      { type: 'chunk', fileName, code, isDynamicEntry: fileName !== CONTROLS },
    ]),
  )
}

/** What is left of a build, file by file. */
function run(codes: Record<string, string>): Record<string, string> {
  const bundle = build(codes)
  importDirectly().generateBundle.handler({}, bundle)
  return Object.fromEntries(Object.entries(bundle).map(([fileName, { code }]) => [fileName, code]))
}

describe('files that say only where another is (decision 029)', () => {
  it.each(['"', "'", '`'])('are left out, and who imported one by %s imports the other', (quote) => {
    const left = run({
      'assets/shell-3.js': `q(()=>import(${quote}./menu-1.js${quote}).then(e=>e.Menu))`,
      [MENU]: 'export{$$ as Menu,Legend}from"./controls-2.js";\n',
      [CONTROLS]: 'export{$$,Legend}',
    })
    expect(left).toEqual({
      'assets/shell-3.js': `q(()=>import(${quote}./controls-2.js${quote}).then(m=>({Menu:m.$$,Legend:m.Legend})).then(e=>e.Menu))`,
      [CONTROLS]: 'export{$$,Legend}',
    })
  })

  it('a file that does anything of its own stays', () => {
    const codes = { [MENU]: 'import{a}from"./controls-2.js";export{a as Menu};a()', [CONTROLS]: 'export{a}' }
    expect(run(codes)).toEqual(codes)
  })

  it('one about a file that is not there, or of a form that is not known, ends the build', () => {
    expect(() => run({ [MENU]: 'export{a as Menu}from"./controls-2.js"' })).toThrow('which is not there')
    expect(() => run({ [MENU]: 'export{default as "a b"}from"./controls-2.js"', [CONTROLS]: '' })).toThrow(
      'unreadable',
    )
  })

  it('other words of the plugin give other names to the files', () => {
    expect(importDirectly().augmentChunkHash()).toContain('.then(m=>({')
  })
})
