import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shell } from '#sw/start-layer/read-shell.ts'

const STYLES = ':root{--bg:#fff}.chat-row{height:84px}:root{--start-styles:end}.late{color:red}'
const MODULE = '<link rel="preload" as="script" crossorigin data-module href="/assets/shell-1.js">'
const FIRST =
  '<link rel="preload" as="script" crossorigin href="/assets/begin-1.js"><script type="module" crossorigin src="/assets/begin-1.js"></script>'
const ICON = '<link rel="icon" href="/icons/icon.svg">'
const PAGE = `<!doctype html><html lang="en"><head>${ICON}${MODULE}${FIRST}<link rel="stylesheet" crossorigin href="/assets/shell-1.css"></head><body><div id="root"></div></body></html>`

describe('the shell that a start is drawn into (W6)', () => {
  beforeEach(() => vi.resetModules())

  it('has the styles of its rows before them, and the others behind', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': STYLES })
    expect(shell?.head).toContain('<style>:root{--bg:#fff}.chat-row{height:84px}</style>')
    expect(shell?.head).not.toContain('.late')
    expect(shell?.rest).toMatch(
      /^<template>.*<style>:root{--start-styles:end}\.late{color:red}<\/style><\/template><div id="root">/,
    )
  })

  it('has all styles before the rows where they can’t be told apart', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': '.late{color:red}' })
    expect(shell?.head).toContain('<style>.late{color:red}</style>')
    expect(shell?.rest).not.toContain('.late')
  })

  it('loads the app once the rows are painted', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': STYLES })
    expect(shell?.head).not.toContain('shell-1.js')
    expect(shell?.rest).toContain(MODULE)
  })

  it('names its icon from the beginning: a browser that finds none asks for /favicon.ico', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': STYLES })
    expect(shell?.head).toContain(ICON)
  })

  it('has its first script in its place, which the policy allows by its hash and nothing else', async () => {
    const shell = await read(PAGE, { '/assets/begin-1.js': 'begin("$&")' }, "script-src 'self'; img-src *")
    expect(shell?.head).toContain('<script type="module">begin("$&")</script>')
    expect(shell?.head).not.toContain('begin-1.js')
    expect(shell?.headers.get('Content-Security-Policy')).toBe(
      `script-src 'self' 'sha256-${createHash('sha256').update('begin("$&")').digest('base64')}'; img-src *`,
    )
  })

  it.each([
    ['it is not on the device', {}, "script-src 'self'"],
    ['there are two policies', { '/assets/begin-1.js': 'begin()' }, "script-src 'self', script-src 'self'"],
    [
      'the policy says more of scripts',
      { '/assets/begin-1.js': 'begin()' },
      "script-src 'self'; script-src-elem 'self'",
    ],
    ['the policy says nothing of scripts', { '/assets/begin-1.js': 'begin()' }, "default-src 'self'"],
  ])('fetches its first script where %s', async (_why, files, policy) => {
    const shell = await read(PAGE, files, policy)
    expect(shell?.head).toContain(FIRST)
    expect(shell?.headers.get('Content-Security-Policy')).toBe(policy)
  })

  it('is not painted before the layer is there', async () => {
    const shell = await read(PAGE, { '/assets/shell-1.css': STYLES })
    expect(shell?.head).toContain('<link rel="expect" href="#start-layer" blocking="render"></head>')
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
async function read(page: string, files: Record<string, string>, policy?: string): Promise<Shell | null> {
  vi.stubGlobal('caches', {
    match: (path: string) => Promise.resolve(path in files ? new Response(files[path]) : undefined),
  })
  const { readShell } = await import('#sw/start-layer/read-shell.ts')
  const headers = policy === undefined ? {} : { 'Content-Security-Policy': policy }
  return readShell(() => Promise.resolve(new Response(page, { headers })))
}
