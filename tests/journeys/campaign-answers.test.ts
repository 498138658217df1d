import { describe, expect } from 'vitest'
import * as v from 'valibot'
import { chatListSchema } from '#src/contract/chats.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, playGuest } from '#tests/support/campaign-hotel.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journeyAlone } from '#tests/support/journey.ts'

const DEMO_PASSWORD = 'bellhop-demo'

describe('what guests answer to campaigns (specification section 9)', () => {
  journeyAlone(
    'each action is met in the messenger, with the guest’s answer before bot and agents',
    async (hotel) => {
      const admin = await signIn(hotel.server, 'admin', DEMO_PASSWORD)
      const chat = await findFreeChat(admin)
      const guest = await playGuest(hotel.server, chat)
      await admin.call('/api/segment/', { method: 'POST', json: { id: 'All of them' }, key: makeKey() })
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await agent.chooseChat(chat)

      await run(admin, 'How was your stay?', { action: 'rating' })
      await see(agent, 'How was your stay?')
      await guest.say('4 stars')
      await see(agent, '4 stars')
      await see(agent, 'Thank you, that helps us.')

      await run(admin, 'A sea view for 40 more?', { action: 'roomupgrade' })
      await see(agent, 'A sea view for 40 more?')
      await guest.say('yes please')
      await see(agent, 'I have passed it on to our team.')
      const tickets = JSON.stringify((await admin.call('/api/ticketing/Tickets/')).body)
      expect(tickets).toContain('takes the room upgrade')

      const pillows = await addDialog(admin, 'Which pillow', {
        response: 'Soft or hard pillows?',
        type: 'choice',
        choices: [{ name: 'Soft', response: 'Soft they will be.' }, { name: 'Hard' }],
      })
      await run(admin, 'We want you to sleep well.', { action: 'redirect', redirectTo: pillows })
      await see(agent, 'We want you to sleep well.')
      await see(agent, 'Soft or hard pillows?')
      await guest.say('soft')
      await see(agent, 'Soft they will be.')
    },
  )
})

/** A chat of SMS that the bot has. */
async function findFreeChat(admin: Client): Promise<string> {
  const chats = v.parse(chatListSchema, (await admin.call('/api/info/chats')).body)
  const free = chats.find(
    ({ source, pausedAt, needsHelp }) => source === 'sms' && pausedAt === null && !needsHelp,
  )
  if (!free) throw new Error('the quiet hotel has no free chat of SMS')
  return free.id
}

async function run(admin: Client, response: string, config: Record<string, unknown>): Promise<void> {
  const dialog = await addDialog(admin, response, { response })
  const id = await addCampaign(admin, { name: response, dialog, segment: 'All of them', ...config })
  const started = await admin.call(`/api/run-campaign/${id}`, { method: 'POST', key: makeKey() })
  expect(started.status).toBe(202)
}

async function see(agent: ConsolePage, words: string): Promise<void> {
  await agent.thread.getByText(words, { exact: false }).first().waitFor()
}
