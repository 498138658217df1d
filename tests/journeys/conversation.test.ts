import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('the main job', () => {
  journey(
    'a guest writes, asks for a person, and an agent answers',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      const rest = await hotel.signInStaff('maria')
      const known = new Set((await rest.readChats()).map((chat) => chat.id))

      const phone = await hotel.openDesk({ viewport: PHONE })
      const guest = await phone.context.newPage()
      await guest.goto(`${hotel.server.url}/guest`)
      const guestLog = guest.getByRole('log', { name: 'Messages' })
      const say = async (text: string) => {
        await guest.getByRole('textbox', { name: 'Message' }).fill(text)
        await guest.getByRole('button', { name: 'Send' }).click()
      }
      await say('When is breakfast served?')
      const chat = await waitFor('the new chat', async () =>
        (await rest.readChats()).find(({ id }) => !known.has(id)),
      )
      await waitFor('the bot to have answered', async () =>
        (await rest.readMessages(chat.id)).some((message) => !message.sentByGuest && message.user === null),
      )
      await agent.chatLink(chat.id).waitFor()
      await say('I want to speak to a person, please')
      await agent.chatLink(chat.id).getByTitle('User needs help').waitFor()

      await agent.chooseChat(chat.id)
      await agent.thread.getByText('When is breakfast served?').waitFor()
      await agent.takeOver()
      await agent.write('Good evening, this is Alex. How can I help?')
      await guestLog.getByText('Good evening, this is Alex. How can I help?').waitFor()
      await agent.waitForMessage('Good evening, this is Alex. How can I help?', 'Sent')
      // What is looked up after a send has been read: what the guest says next is news.
      await agent.waitUntilUnsent(0)

      await say('Could I have two more towels?')
      await agent.thread.getByText('Could I have two more towels?').waitFor()
      await agent.button('Chat resolved').click()
      await waitFor('the help request to be settled', async () => !(await rest.readChat(chat.id)).needsHelp)
      await agent.button('Return to bot').click()
      await waitFor('the bot to have it again', async () => (await rest.readChat(chat.id)).pausedAt === null)
      await agent.composer.waitFor({ state: 'detached' })
      expect(await agent.countDrawn('Good evening, this is Alex. How can I help?')).toBe(1)
    },
    BOTH_KINDS,
  )
})
