import { describe, expect } from 'vitest'
import { ConsolePage } from '#tests/support/console-page.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'

declare global {
  interface Window {
    /** What was on the screen after each change of it: rows of the list, entries of the open chat, the line of counters. */
    shown: { rows: number; words: number; counters: string }[]
  }
}

describe('a first sign-in on an empty device', () => {
  journey(
    'shows rows and the newest chat’s words, which stay while they are stored, and keeps them for a start without a line',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed('Ada')
      await guest.say('Is the pool heated?')
      const desk = await hotel.openDesk()
      const page = await desk.context.newPage()
      await page.addInitScript(watchScreen)
      const agent = new ConsolePage(page, hotel.line.origin)
      await agent.signIn('agent')
      await agent.waitForMessage('Is the pool heated?')
      expect(new URL(page.url()).pathname).toBe(`/messenger/${guest.chatId}`)
      const shown = await page.evaluate(() => window.shown)
      for (const part of ['rows', 'words'] as const) {
        const seen = shown.map((each) => each[part])
        const first = seen.findIndex((count) => count > 0)
        expect(first, part).toBeGreaterThanOrEqual(0)
        expect(Math.min(...seen.slice(first)), `${part}: ${seen.join(' ')}`).toBeGreaterThan(0)
      }
      // Nobody is counted before there is somebody to count.
      expect(shown.map(({ counters }) => counters).filter((text) => text.includes('Users: 0'))).toEqual([])
      await page.getByText(/^Active: Agents: 1 \/ Users: [1-9]/).waitFor()

      // It is this person's to work in.
      await agent.takeOver()
      await agent.write('At 28 degrees.')
      await agent.waitForMessage('At 28 degrees.')
      await agent.waitUntilUnsent(0)

      await hotel.goOffline()
      await page.reload()
      await agent.waitUntilRowsVisible()
      await agent.chatLink(guest.chatId).first().waitFor()
      for (const text of ['Is the pool heated?', 'At 28 degrees.']) {
        await agent.waitForMessage(text)
        expect(await agent.countDrawn(text)).toBe(1)
      }
    },
    BOTH_KINDS,
  )
})

/** Runs in the page, before its scripts. */
function watchScreen(): void {
  window.shown = []
  const count = (selector: string) => document.querySelectorAll(selector).length
  new MutationObserver(() => {
    window.shown.push({
      rows: count('ul[aria-label="Chats"] a'),
      words: count('[role="log"][aria-label="Messages"] li'),
      counters: document.querySelector('[aria-label="Conversations"]')?.textContent ?? '',
    })
  }).observe(document, { childList: true, subtree: true })
}
