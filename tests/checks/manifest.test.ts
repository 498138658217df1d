import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeApp } from '#scripts/describe-app.mjs'
import { SCREENS } from '#src/domain/screens.ts'
import { readChatFilter } from '#src/domain/chats/filters.ts'

const PUBLIC = join(process.cwd(), 'public')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-manifest-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Width and height in the head of a PNG. */
function readSize(file: string): string {
  const png = readFileSync(file)
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

describe('the web app manifest', () => {
  it('names icons that are there in the sizes that it says, two of them maskable', () => {
    const { icons = [] } = describeApp(PUBLIC)
    for (const { src, sizes } of icons) expect([src, readSize(join(PUBLIC, src))]).toEqual([src, sizes])
    const list = icons.map(({ purpose, sizes }) => `${String(purpose)} ${sizes}`)
    expect(list).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
  })

  it('has an identity, a scope and a window of its own', () => {
    expect(describeApp(PUBLIC)).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/messenger',
      display: 'standalone',
    })
  })

  it('has shortcuts to screens that exist, with the filter’s name', () => {
    const { shortcuts = [] } = describeApp(PUBLIC)
    expect(shortcuts.map(({ name }) => name)).toEqual(['Needs help', 'Unsent'])
    for (const { url } of shortcuts) {
      const { pathname, searchParams } = new URL(url, 'https://console.example')
      expect(SCREENS.map(({ path }) => String(path))).toContain(pathname)
      const filter = searchParams.get('chatFilter')
      if (filter !== null) expect(readChatFilter(filter)).toBe('needs-help')
    }
  })

  it('names pictures only where they are, in their own size', () => {
    expect(describeApp(folder)).not.toHaveProperty('screenshots')
    mkdirSync(join(folder, 'screenshots'))
    const png = Buffer.alloc(24)
    png.writeUInt32BE(780, 16)
    png.writeUInt32BE(1_688, 20)
    writeFileSync(join(folder, 'screenshots', 'narrow.png'), png)
    expect(describeApp(folder).screenshots).toEqual([
      {
        src: '/screenshots/narrow.png',
        sizes: '780x1688',
        type: 'image/png',
        form_factor: 'narrow',
        label: 'The chats on a phone',
      },
    ])
  })
})
