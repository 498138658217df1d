import type { ConsolePage } from './console-page.ts'
import { WORKER, type Hotel } from './hotel.ts'

/** The same code as another build: a worker with other bytes, and a shell with another revision and a mark. */
export function serveNewBuild({ line }: Pick<Hotel, 'line'>): void {
  const mark = (html: string) => html.replace('<head>', '<head><meta name="test-build" content="2">')
  line.rewrite('/index.html', mark)
  line.rewrite('/', mark)
  line.rewrite(WORKER, (code) => {
    const changed = code
      .replace(/(revision"?:\s*["'`])(?=[^}]*index\.html)/, '$1new-')
      .replace(/(index\.html["'`],\s*["']?revision["']?:\s*["'`])/, '$1new-')
    if (!changed.includes('new-')) throw new Error('The worker has no revision for index.html.')
    return `${changed}\n// another build\n`
  })
}

/** Which build's shell this page is: null is the one that was there from the first. */
export async function readBuild({ page }: ConsolePage): Promise<string | null> {
  const mark = page.locator('meta[name="test-build"]')
  return (await mark.count()) === 0 ? null : mark.getAttribute('content')
}

/** Takes the build that is offered, and waits until its page has rows. */
export async function takeNewBuild(agent: ConsolePage): Promise<void> {
  const before = await agent.page.evaluate(() => performance.timeOrigin)
  await agent.page
    .getByRole('button', { name: /update|reload/i })
    .first()
    .click()
  await agent.page.waitForFunction((origin) => performance.timeOrigin !== origin, before)
  await agent.waitUntilRowsVisible()
}
