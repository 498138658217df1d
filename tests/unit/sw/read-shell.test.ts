import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shell } from '#sw/start-layer/read-shell.ts'

const STYLES = ':root{--bg:#fff}.chat-row{height:84px}:root{--start-styles:end}.late{color:red}'
const PAGE = `<!doctype html><html lang="en"><head><link rel="stylesheet" crossorigin href="/assets/shell-1.css"></head><body><div id="root"></div></body></html>`

describe('the shell that a start is drawn into (W6)', () => {
  beforeEach(() => vi.resetModules())

  it('has the styles of its rows before them, and the others behind', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': STYLES })
    expect(shell?.head).toContain('<style>:root{--bg:#fff}.chat-row{height:84px}</style>')
    expect(shell?.head).not.toContain('.late')
    expect(shell?.rest).toMatch(/^<style>:root{--start-styles:end}\.late{color:red}<\/style><div id="root">/)
  })

  it('has all styles before the rows where they can’t be told apart', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': '.late{color:red}' })
    expect(shell?.head).toContain('<style>.late{color:red}</style>')
    expect(shell?.rest).toMatch(/^<div id="root">/)
  })

  it('keeps the link to styles that are not on the device', async () => {
    const shell = await read(PAGE, {})
    expect(shell?.head).toContain('href="/assets/shell-1.css"')
  })

  it('is nothing where the page is not the one that was expected', async () => {
    expect(await read('<!doctype html><p>Welcome to the hotel Wi-Fi', {})).toBeNull()
  })
})

/** `files`: what the precache has, by path. */
async function read(page: string, files: Record<string, string>): Promise<Shell | null> {
  vi.stubGlobal('caches', {
    match: (path: string) => Promise.resolve(path in files ? new Response(files[path]) : undefined),
  })
  const { readShell } = await import('#sw/start-layer/read-shell.ts')
  return readShell(() => Promise.resolve(new Response(page)))
}
