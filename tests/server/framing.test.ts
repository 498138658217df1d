import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFraming } from '#server/reports/framing.ts'

let other: Server
let own: string
const CONSOLE = 'https://console.hotel.example'

/** Answers every path with the headers that its query names. */
beforeAll(async () => {
  other = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://any')
    for (const [name, value] of searchParams) response.setHeader(name, value)
    if (pathname === '/moved') response.writeHead(302)
    response.end('<h1>A report</h1>')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  own = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => new Promise((resolve) => other.close(resolve)))

const read = (headers: Record<string, string>, path = '/', at = CONSOLE) =>
  readFraming(`${own}${path}?${new URLSearchParams(headers).toString()}`, at)
const ancestors = (sources: string) => ({
  'content-security-policy': `default-src 'self'; frame-ancestors ${sources}`,
})

describe('whether a page lets itself be shown in a frame', () => {
  it.each([
    [{}, 'allowed'],
    [{ 'x-frame-options': 'DENY' }, 'refused'],
    [{ 'x-frame-options': 'SameOrigin' }, 'refused'],
    [{ 'x-frame-options': 'ALLOW-FROM https://console.hotel.example' }, 'allowed'],
    [ancestors("'none'"), 'refused'],
    [ancestors("'self'"), 'refused'],
    [ancestors('*'), 'allowed'],
    [ancestors('https:'), 'allowed'],
    [ancestors('https://console.hotel.example'), 'allowed'],
    [ancestors('https://*.hotel.example'), 'allowed'],
    [ancestors('https://*.console.hotel.example'), 'refused'],
    [ancestors('console.hotel.example'), 'allowed'],
    [ancestors('https://console.hotel.example:8443'), 'refused'],
    [ancestors('https://console.hotel.example:*'), 'allowed'],
    [ancestors('https://elsewhere.example https://console.hotel.example'), 'allowed'],
    [{ ...ancestors('*'), 'x-frame-options': 'DENY' }, 'allowed'],
    [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, 'refused'],
  ])('%o: %s', async (headers, expected) => {
    expect(await read(headers)).toBe(expected)
  })

  it('where it leads in the end counts', async () => {
    const location = `${own}/?x-frame-options=deny`
    expect(await read({ location }, '/moved')).toBe('refused')
  })

  it('its own origin may', async () => {
    expect(await read({ 'x-frame-options': 'SAMEORIGIN' }, '/', own)).toBe('allowed')
  })

  it('one that can’t be reached is not known', async () => {
    expect(await readFraming('http://127.0.0.1:9/', CONSOLE)).toBe('unknown')
  })
})
