import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { isSignIn } from '#tests/support/calls.ts'
import { launchChromium, openContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startNeighbours } from '#tests/support/neighbours.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

it.each(['extended', 'plain'] as const)(
  'a sign-in that is refused here and named there is tried there, once (%s environment)',
  async (kind) => {
    const neighbours = await startNeighbours(kind, inject('demoData'))
    const { local, stage } = neighbours
    const { context, takeProblems } = await openContext(browser)
    try {
      const guest = await openGuest(stage.server.url, 'Guest of the neighbour')
      await guest.say('Hello?')
      const agent = new ConsolePage(await context.newPage(), local.line.origin)
      await agent.open()
      neighbours.refuseSignIn('stage')
      await agent.enterCredentials('agent')
      await agent.chatLink(guest.chatId).waitFor()
      expect(local.line.seen.filter(isSignIn)).toHaveLength(1)
      expect(stage.line.seen.filter(isSignIn)).toHaveLength(1)
      // The choice is kept.
      await agent.page.reload()
      await agent.chatLink(guest.chatId).waitFor()
      expect(takeProblems()).toEqual([])
    } finally {
      await context.close()
      await neighbours.close()
    }
  },
)

it('a second refusal is the answer: nobody is sent in circles', async () => {
  const neighbours = await startNeighbours('extended', inject('demoData'))
  const { local, stage } = neighbours
  const { context, takeProblems } = await openContext(browser)
  try {
    const agent = new ConsolePage(await context.newPage(), local.line.origin)
    await agent.open()
    neighbours.refuseSignIn('stage')
    await agent.enterCredentials('agent', 'not the password')
    await agent.page.getByText('Wrong username or password', { exact: false }).waitFor()
    expect(local.line.seen.filter(isSignIn)).toHaveLength(1)
    expect(stage.line.seen.filter(isSignIn)).toHaveLength(1)
    expect(takeProblems()).toEqual([])
  } finally {
    await context.close()
    await neighbours.close()
  }
})
