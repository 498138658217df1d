import { describe, expect } from 'vitest'
import { isSend, matchNth } from '#tests/support/calls.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

const TEXTS = ['one', 'two', 'three', 'four', 'five', 'six']
const RECOVER_MS = 60_000

describe('the environment is killed with -9 in mid-flush and started again', () => {
  journeyAlone(
    'with keys everything arrives once and in order',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      const guest = await takeNextChat(hotel, agent)
      await hotel.goOffline()
      for (const text of TEXTS) await agent.write(text)
      await agent.waitForMessage('six', 'Waiting to send')

      const arrival = hotel.line.holdNext(matchNth(3, isSend))
      await hotel.goOnline()
      const held = await arrival
      // The environment dies with the third message on its way in: whether it was stored is anybody's guess.
      held.letGo()
      await hotel.server.kill()
      await hotel.server.restart()
      await guest.waitForStaffTexts(TEXTS, RECOVER_MS)
      await agent.waitForMessage('six', 'Sent')
      for (const text of TEXTS) expect(await agent.countDrawn(text)).toBe(1)
    },
    { isEmbedded: true, isMostlyWaiting: true },
  )

  journeyAlone(
    'without keys a message of unknown fate stops its chat until a person decides',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      const guest = await takeNextChat(hotel, agent)
      await agent.write('one')
      await guest.waitForStaffTexts(['one'])
      const arrival = hotel.line.holdNext(isSend)
      await agent.write('two')
      await agent.write('three')
      const held = await arrival
      await hotel.server.kill()
      held.drop()
      await hotel.server.restart()
      await agent.message('two').getByText('Delivery unknown').waitFor({ timeout: RECOVER_MS })
      expect(await guest.readStaffTexts()).toEqual(['one'])
      await agent.takeWayOut('two', 'Send anyway')
      await guest.waitForStaffTexts(['one', 'two', 'three'], RECOVER_MS)
    },
    { kinds: ['plain'], isEmbedded: true, isMostlyWaiting: true },
  )
})
