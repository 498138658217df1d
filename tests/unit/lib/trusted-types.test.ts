import { afterEach, expect, it, vi } from 'vitest'
import { createSinkRules, restrictSinks, type SinkRules } from '#src/lib/trusted-types.ts'

const OWN = 'https://desk.example/messenger/c1?chatFilter=all'
const { createHTML, createScriptURL } = createSinkRules(OWN)

afterEach(() => vi.unstubAllGlobals())

it('lets style sheets be written, and no tag', () => {
  const sheet = ':root{--a: url("data:image/svg+xml,%3Csvg%3E")} @media (width > 3em) {.a > .b {color: red}}'
  expect(createHTML(sheet)).toBe(sheet)
  expect(createHTML('')).toBe('')
  for (const text of ['<img src=x onerror=alert(1)>', '</style><script>', 'a < b', '\0<b'])
    expect(createHTML(text)).toBeNull()
})

it.each([
  '/assets/index-f73vh4Fn.js',
  'https://desk.example/assets/index-f73vh4Fn.js',
  '/service-worker.js',
  'https://connect.facebook.net/en_US/sdk.js',
])('lets the page add %s', (address) => {
  expect(createScriptURL(address)).toBe(address)
})

it.each([
  'https://evil.example/assets/a.js',
  'https://desk.example:8443/assets/a.js',
  'http://desk.example/assets/a.js',
  '/api/attachments/a',
  '/assets/../api/attachments/a',
  '/service-worker.js/../api/attachments/a',
  '/guest/assets/a.js',
  'data:text/javascript,alert(1)',
  'blob:https://desk.example/1',
  'javascript:alert(1)',
  'https://connect.facebook.net.evil.example/sdk.js',
  '//evil.example/assets/a.js',
  'http://[',
])('lets the page add no script from %s', (address) => {
  expect(createScriptURL(address)).toBeNull()
})

it('is the page’s default policy where the browser has such, and nothing elsewhere', () => {
  vi.stubGlobal('location', new URL(OWN))
  vi.stubGlobal('window', {})
  restrictSinks()
  const made: [string, SinkRules][] = []
  const createPolicy = (name: string, rules: SinkRules) => made.push([name, rules])
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
  restrictSinks()
  expect(made.map(([name]) => name)).toEqual(['default'])
  expect(made[0]?.[1].createScriptURL('/assets/a.js')).toBe('/assets/a.js')
})
