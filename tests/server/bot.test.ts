import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_INTENTS } from '#server/bot/built-in-intents.ts'
import { learnQuestions, readClassifier } from '#server/bot/classifier.ts'
import { describeLine } from '#server/bot/describe-lines.ts'
import { insertPictures } from '#server/bot/intent-store.ts'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { HOTEL_INTENTS } from '#server/demo/hotel-intents.ts'
import { drawPicture } from '#server/demo/files/pictures.ts'
import type { TrainingSet } from '#server/store/bot/bot-tables.ts'
import { chatSchema, type Chat } from '#src/contract/chats.ts'
import { createClient, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { createTestDatabase, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { readBot, teachIntents, waitForBot, waitForQuiet } from '#tests/support/bot.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('the classifier', () => {
  const trainClassifier = async (learned: readonly TrainingSet[]) =>
    readClassifier((await learnQuestions(learned)).understanding)

  const sets = [...BUILT_IN_INTENTS, ...HOTEL_INTENTS].map(({ name, questions }) => ({
    intentId: name,
    questions,
  }))

  it.each([
    ['hey, until when do you serve breakfast?', 'breakfast'],
    ['whats the Wi-Fi', 'wifi'],
    ['when do we check out', 'checkout'],
    ['I would like a late check-out tomorrow', 'late check-out'],
    ['could you bring us an adapter', 'amenities'],
    ['please send someone from maintenance to repair the lamp', 'repairs'],
    ['may we reserve a table for tonight', 'table'],
    ['another pillow please', 'pillows'],
    ['could you send up two towels', 'towels'],
    ['is there a place to park my Tesla', 'parking'],
    ['What time does the pool close', 'pool'],
    ['where can i have dinner tonight', 'restaurant'],
    ['Can I ask for a person?', 'person'],
    ['talk to agent', 'person'],
    ['the toilet is broken', 'complaint'],
    ['my room is on fire!!', 'emergency'],
    ['hi!', 'greeting'],
    ['thank you!!', 'thanks'],
  ])('understands "%s", which it was not trained with', async (text, intent) => {
    const classifier = await trainClassifier(sets)
    expect(classifier.classify(text)).toBe(intent)
  })

  it.each([
    'what is the meaning of life',
    'asdf',
    '',
    '👍',
    '¿A qué hora es el desayuno?',
    'Who won the football game?',
  ])('does not pretend to understand "%s"', async (text) => {
    const classifier = await trainClassifier(sets)
    expect(classifier.classify(text)).toBeNull()
  })

  it('understands nothing where nothing was trained', async () => {
    expect((await trainClassifier([])).classify('hello')).toBeNull()
  })
})

describe('what the bot says', () => {
  it('shows up to three cards, and what may be chosen on the last', () => {
    const cards = [1, 2, 3, 4].map((number) => ({ title: `Card ${number}`, picture: 'a b' }))
    const [shown] = describeLine('chat', { response: 'Look:', url: 'https://a.example', cards })
    expect(shown?.message).toMatchObject({ type: 'card', text: 'Look:\nhttps://a.example' })
    expect(shown?.message?.attachments).toHaveLength(3)
    expect(JSON.stringify(shown)).toContain('/api/pictures/a%20b')
    expect(JSON.stringify(shown)).not.toContain('Card 4')
    const choices = [{ name: 'Yes', response: '', url: '', redirectTo: '' }]
    const [asked] = describeLine('chat', { response: 'Now?', cards, choices })
    expect(asked?.message?.attachments?.map(({ content }) => content?.title)).toEqual([
      'Card 1',
      'Card 2',
      undefined,
    ])
    expect(asked?.message?.attachments?.[2]?.content?.buttons).toEqual([
      { type: 'imBack', title: 'Yes', value: 'Yes' },
    ])
    expect(describeLine('chat', { response: '' })).toEqual([])
  })
})

describe('the bot in a hotel (E6)', () => {
  let server: TestServer
  let agent: Client
  beforeAll(async () => {
    server = await startTestServer()
    await teachIntents(server.context.store, HOTEL_INTENTS)
    const bytes = drawPicture('restaurant-lantern')
    await insertPictures(server.context.store, [
      { name: 'restaurant-lantern', contentType: 'image/png', bytes },
    ])
    agent = await signIn(server, 'agent')
  })
  afterAll(() => server.stop())

  it('answers by itself', async () => {
    const guest = await openGuest(server.url)
    await guest.say('When is breakfast?')
    const answer = await waitForBot(guest, 1)
    expect(answer).toMatchObject([{ type: 'text', user: null, sentByGuest: false }])
    expect(answer[0]?.text).toContain('6:30')
    expect(await readChat(agent, guest)).toMatchObject({ needsHelp: false, pausedAt: null, user: null })
  })

  it('shows cards whose pictures staff and guest may fetch', async () => {
    const guest = await openGuest(server.url)
    await guest.say('Where can we have dinner tonight?')
    const [answer] = await waitForBot(guest, 1)
    expect(answer).toMatchObject({ type: 'card' })
    expect(answer?.attachments).toHaveLength(3)
    const url = answer?.attachments[0]?.content?.images?.[0]?.url ?? ''
    const picture = await agent.call(url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await createClient(server).call(url)).status).toBe(401)
    expect((await agent.call('/api/pictures/none')).status).toBe(404)
  })

  it('asks for a person when the guest does, tells it in the thread, pauses itself and is silent', async () => {
    const socket = await openStaffSocket(server, agent)
    const guest = await openGuest(server.url)
    await guest.say('I want to talk to a person')
    const answer = await waitForBot(guest, 2)
    expect(answer.map(({ type }) => type)).toEqual(['text', 'event'])
    const chat = await waitFor('the help request', async () => {
      const read = await readChat(agent, guest)
      return read.needsHelp && read
    })
    expect(chat.user).toBeNull()
    expect(chat.pausedAt).not.toBeNull()
    expect(chat.helpAt).toBe(chat.pausedAt)
    await waitFor('the frame', () =>
      socket.ofType('needs_help').some((frame) => frame['chatId'] === guest.chatId),
    )
    await guest.say('When is breakfast?')
    await waitForQuiet(server)
    expect(await readBot(guest)).toHaveLength(2)
    await socket.close()
  })

  it('asks back once, then gives up', async () => {
    const guest = await openGuest(server.url)
    await guest.say('quantum chromodynamics')
    expect((await waitForBot(guest, 1))[0]?.text).toBe(ENGLISH.clarify.question)
    await guest.say('asdf jkl')
    expect((await waitForBot(guest, 3)).map(({ type }) => type)).toEqual(['text', 'text', 'event'])
    await waitFor('the help request', async () => (await readChat(agent, guest)).needsHelp)
  })

  it('begins afresh after an answer in between', async () => {
    const guest = await openGuest(server.url)
    await guest.say('quantum chromodynamics')
    await waitForBot(guest, 1)
    await guest.say('When is breakfast?')
    await waitForBot(guest, 2)
    await guest.say('asdf jkl')
    expect((await waitForBot(guest, 3)).at(-1)?.text).toBe(ENGLISH.clarify.question)
    expect((await readChat(agent, guest)).needsHelp).toBe(false)
  })

  it('is silent while staff hold the chat, and answers again when it is given back', async () => {
    const guest = await openGuest(server.url)
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    await guest.say('When is breakfast?')
    await waitForQuiet(server)
    expect(await readBot(guest)).toEqual([])
    await agent.call(`/api/takeover/play/${guest.chatId}`)
    await guest.say('What is the wifi password?')
    expect((await waitForBot(guest, 1))[0]?.text).toContain('Harbourlight')
  })

  it('says nothing any more once somebody has taken a chat, however fast its guest writes', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guest = await openGuest(server.url)
      const { chatId } = guest
      const says = (count: number) =>
        Promise.all(Array.from({ length: count }, () => guest.say('When is breakfast?')))
      const [, taken] = await Promise.all([
        says(4),
        // Sooner and later among the answers.
        says(round).then(() => agent.call(`/api/takeover/pause/${chatId}`)),
        says(2),
      ])
      await says(2)
      await waitForQuiet(server)
      const pausedAt = String(readField(taken.body, 'pausedAt'))
      const late = (await readBot(guest)).filter(({ createdAt }) => createdAt > pausedAt)
      expect([taken.status, late]).toEqual([200, []])
    }
  })

  it('answers many guests once each', async () => {
    const guests = await Promise.all(Array.from({ length: 12 }, () => openGuest(server.url)))
    await Promise.all(guests.map((guest) => guest.say('When is breakfast?')))
    for (const guest of guests) await waitForBot(guest, 1)
    await waitForQuiet(server)
    for (const guest of guests) expect(await readBot(guest)).toHaveLength(1)
  })
})

describe('a bot that was interrupted (E4)', () => {
  it('answers exactly once what was asked before it came back, and writes its ticket once', async () => {
    const database = await createTestDatabase()
    let server = await startTestServer({ database, hotel: makeHotel() })
    const dialog = {
      type: 'ticket-user',
      department: 'housekeeping',
      choices: [{ name: 'Use Guest Response' }],
    }
    const questions = ['send a technician', 'send a technician please']
    const seed = { name: 'repairs', isStatic: false, dialog, questions }
    await teachIntents(server.context.store, [seed])
    const waiting = await openGuest(server.url)
    await waiting.say('send a technician')
    await waitForBot(waiting, 1)
    // Nobody answers in this process any more: the jobs stay as a crash would leave them.
    await server.context.jobs.stop()
    const guest = await openGuest(server.url)
    await guest.say('hello')
    await guest.say('I want to talk to a person')
    await waiting.say('The lamp')
    const token = (await signIn(server, 'agent')).token
    await server.stop()

    server = await startTestServer({ database })
    await waitForQuiet(server)
    const agent = createClient(server, token)
    const { body } = await agent.call(`/api/info/chats/${guest.chatId}/messages`)
    const texts = v.parse(v.array(v.object({ sentByGuest: v.boolean(), type: v.string() })), body)
    expect(texts.filter(({ sentByGuest }) => !sentByGuest).map(({ type }) => type)).toEqual([
      'text',
      'text',
      'event',
    ])
    const { db } = server.context.store
    expect(await db.selectFrom('tickets').select('description').execute()).toEqual([
      { description: 'The lamp' },
    ])
    expect(await db.selectFrom('pendingDialogs').selectAll().execute()).toEqual([])
    const said = db.selectFrom('messages').select('text').where('chatId', '=', waiting.chatId)
    expect((await said.orderBy('createdAt').execute()).map(({ text }) => text)).toEqual([
      'send a technician',
      ENGLISH.ticket.question,
      'The lamp',
      ENGLISH.ticket.written,
    ])
    await server.stop()
    await database.remove()
  })
})

async function readChat(client: Client, guest: Guest): Promise<Chat> {
  return v.parse(chatSchema, (await client.call(`/api/info/chats/${guest.chatId}`)).body)
}
