import { describe, expect } from 'vitest'
import { setUpJourneys } from '#tests/support/journey.ts'

const journey = setUpJourneys()

describe('a warm start without network', () => {
  journey('the chat list is on screen and no call was made for it', async (hotel) => {
    const desk = await hotel.openDesk()
    const agent = await desk.openTab()
    await agent.signIn('agent')
    await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const first = await agent.chats.getByRole('link').first().getAttribute('href')
    await agent.page.close()

    await hotel.goOffline()
    const again = await desk.openTab()
    await again.open()
    await again.waitUntilRowsVisible()
    expect(await again.chats.getByRole('link').first().getAttribute('href')).toBe(first)
    const earlyCalls = await again.page.evaluate(() => {
      const mark = performance.getEntriesByName('bellhop:rows-visible')[0]
      if (!mark) throw new Error('rows are not visible')
      return performance
        .getEntriesByType('resource')
        .filter(
          (entry) => new URL(entry.name).pathname.startsWith('/api/') && entry.startTime < mark.startTime,
        )
        .map((entry) => entry.name)
    })
    expect(earlyCalls).toEqual([])
  })
})
