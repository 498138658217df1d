import { describe, expect } from 'vitest'
import { journey, WHOLE_HOTEL } from '#tests/support/journey.ts'

describe('a warm start without network', () => {
  journey(
    'the chat list is on screen with no request made, with the browser offline too',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await hotel.keepConsoles()
      const first = await agent.chats.getByRole('link').first().getAttribute('href')
      await agent.page.close()

      // A line on which nothing moves any more is worse than none: whoever waits for an answer waits for ever.
      hotel.line.stall()
      const again = await desk.openTab()
      const answers: string[] = []
      again.page.on('response', (response) => {
        // Pictures of the mirror are shown from addresses of this page's own memory.
        const isOwn = response.fromServiceWorker() || response.url().startsWith('blob:')
        if (!isOwn) answers.push(response.url())
      })
      await again.open()
      await again.waitUntilRowsVisible()
      expect(await again.chats.getByRole('link').first().getAttribute('href')).toBe(first)
      expect(answers).toEqual([])
      expect(await again.readCallsBeforeRows()).toEqual([])
      // A module that was not preloaded as a script is compiled anew at each start.
      expect(new Set(await again.page.evaluate(readInitiators))).toEqual(new Set(['link']))

      // And with the browser offline too.
      hotel.line.pass()
      await again.page.close()
      await hotel.goOffline()
      const offline = await desk.openTab()
      await offline.open()
      await offline.waitUntilRowsVisible()
      expect(await offline.chats.getByRole('link').count()).toBeGreaterThan(1)
      await offline.connection.getByText(/offline/i).waitFor()
    },
    WHOLE_HOTEL,
  )
})

/** What asked for each of the page's own modules that are fetched, once each. Runs in the page. */
function readInitiators(): string[] {
  const modules = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src)
  return modules.map((src) => {
    const fetched = performance.getEntriesByName(src)
    const [first] = fetched
    return fetched.length === 1 && first instanceof PerformanceResourceTiming ? first.initiatorType : 'twice'
  })
}
