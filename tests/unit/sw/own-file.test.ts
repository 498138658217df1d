import { describe, expect, it } from 'vitest'
import { isOwnFile } from '#sw/own-file.ts'

const LOGIN_PAGE = '<!doctype html><title>Hotel Wi-Fi</title><form>Room number</form>'
const SHELL = '<!doctype html><html><body><div id="root"></div></body></html>'

describe('what the worker keeps of its build (W1)', () => {
  it.each([
    ['/assets/shell-1.js', 'text/javascript; charset=utf-8', 'boot()', true],
    ['/assets/shell-1.js', 'text/html; charset=utf-8', LOGIN_PAGE, false],
    ['/assets/shell-1.css', 'Text/HTML', LOGIN_PAGE, false],
    ['/icons/icon.svg', 'image/svg+xml', '<svg/>', true],
    ['/index.html', 'text/html; charset=utf-8', SHELL, true],
    ['/index.html', 'text/html', LOGIN_PAGE, false],
    ['/index.html', 'application/json', '{}', false],
  ])('%s as %s: %s', async (path, type, body, isKept) => {
    const response = new Response(body, { headers: { 'Content-Type': type } })
    expect(await isOwnFile(path, response)).toBe(isKept)
    // It is kept with its body.
    expect(await response.text()).toBe(body)
  })

  it('is no answer that is an error', async () => {
    const response = new Response('gone', { status: 503, headers: { 'Content-Type': 'text/javascript' } })
    expect(await isOwnFile('/assets/shell-1.js', response)).toBe(false)
  })
})
