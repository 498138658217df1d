import { createServer, type Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, launchChromium, openContext, PHONE } from '#tests/support/chromium.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('a watched browser', () => {
  let browser: Browser
  let server: Server
  let origin: string
  beforeAll(async () => {
    browser = await launchChromium()
    server = createServer((request, response) => {
      // Without an icon of its own the browser asks for one, and its absence is a problem that nobody here provoked.
      const page = '<title>here</title><link rel="icon" href="data:,">'
      if (request.url === '/') response.setHeader('content-type', 'text/html').end(page)
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  afterAll(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['a console.error', "console.error('it broke')", /console\.error: it broke/],
    ['an uncaught error', "setTimeout(() => { throw new Error('thrown') })", /uncaught: Error: thrown/],
    ['a rejection that nobody handles', "Promise.reject(new Error('rejected'))", /uncaught: Error: rejected/],
    [
      'a script that is missing',
      "document.head.append(Object.assign(document.createElement('script'), { src: '/gone.js' }))",
      /gone\.js/,
    ],
  ])('reports %s', async (_what, script, words) => {
    const { context, takeProblems } = await openContext(browser)
    const page = await context.newPage()
    await page.goto(origin)
    await page.addScriptTag({ content: script })
    let problems: string[] = []
    await waitFor('the problem to be noticed', () => {
      problems = [...problems, ...takeProblems()]
      return problems.some((problem) => words.test(problem))
    })
    expect(problems).toHaveLength(1)
    await context.close()
  })

  it('lets pass what a test provokes: refused calls, and what it announced', async () => {
    const { context, takeProblems, expectProblem } = await openContext(browser)
    expectProblem(/announced/)
    const page = await context.newPage()
    await page.goto(origin)
    await page.evaluate(async () => {
      await fetch('/api/nothing')
      console.error('announced')
      console.error('and this was not')
    })
    let problems: string[] = []
    await waitFor('the last error', () => {
      problems = [...problems, ...takeProblems()]
      return problems.some((problem) => problem.includes('was not'))
    })
    expect(problems).toHaveLength(1)
    await context.close()
  })

  it('is a phone or a desktop, light or dark', async () => {
    for (const [viewport, colorScheme] of [
      [PHONE, 'dark'],
      [DESKTOP, 'light'],
    ] as const) {
      const { context } = await openContext(browser, { viewport, colorScheme })
      const page = await context.newPage()
      const seen = await page.evaluate(() => [
        screen.width,
        matchMedia('(prefers-color-scheme: dark)').matches,
      ])
      expect(seen).toEqual([viewport.width, colorScheme === 'dark'])
      await context.close()
    }
  })
})
