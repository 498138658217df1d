import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { ASKED_FOR_PERSON } from '#server/bot/words.ts'
import type { IntentSeed } from '#server/store/bot/dialog.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import { openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { readBot, teachIntents, waitForBot, waitForQuiet } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const seed = (name: string, question: string, dialog: IntentSeed['dialog']): IntentSeed => ({
  name,
  isStatic: false,
  dialog,
  questions: [question, `${question} please`, `${question} now`],
})
const HOUSEKEEPING = { department: 'housekeeping' }
const SEEDS: readonly IntentSeed[] = [
  seed('menu', 'show the dinner menu', { response: 'Soup and fish.', url: 'https://menu.example/today' }),
  seed('late', 'leave the room later', {
    type: 'yes/no',
    response: 'Shall I ask?',
    choices: [
      { name: 'Yes', redirectTo: 'needs-help' },
      { name: 'No', response: 'Until eleven, then.' },
    ],
  }),
  seed('table', 'reserve a table', {
    type: 'choice',
    choices: [
      { name: 'Garden', response: 'Lovely.', redirectTo: 'menu' },
      { name: 'Garden Room' },
      { name: 'Again', redirectTo: 'table' },
    ],
  }),
  seed('towels', 'bring fresh towels', { type: 'ticket', ...HOUSEKEEPING }),
  seed('repairs', 'send a technician', {
    type: 'ticket-user',
    response: 'What is broken?',
    ...HOUSEKEEPING,
    choices: [{ name: 'Use Guest Response', response: 'He knows.' }],
  }),
  seed('amenities', 'get a bathrobe', {
    type: 'ticket-options',
    requiresAuth: true,
    ...HOUSEKEEPING,
    choices: [{ name: 'Bathrobe' }, { name: 'Kettle', response: 'Hot water soon.' }],
  }),
  seed('flowers', 'order a bouquet of flowers', { type: 'ticket', department: 'gone' }),
  seed('mute', 'whisper something quietly', { response: '' }),
  seed('off', 'play accordion music', { response: 'Oompah.', isEnabled: false }),
  seed('ring', 'ring around the rosie', { response: 'Ring!' }),
  seed('juggling', 'juggle seven oranges', { type: 'juggle', response: 'Hop!' }),
]

describe('what the bot does (specification section 9)', () => {
  let server: TestServer
  let operator: Client

  beforeAll(async () => {
    server = await startTestServer({ hotel: makeHotel() })
    operator = await signIn(server, 'operator')
    await teachIntents(server.context.store, SEEDS)
    await resolveNames(server)
  })
  afterAll(() => server.stop())

  const readTickets = async (guest: Guest) => {
    const { body } = await operator.call('/api/ticketing/Tickets/')
    return (body as object[]).filter((ticket) => readField(ticket, 'chatId') === guest.chatId)
  }
  const readChat = async (guest: Guest) => (await operator.call(`/api/info/chats/${guest.chatId}`)).body
  /** Says what a guest says and gives all that the bot has said by then. */
  const talk = async (guest: Guest, ...texts: string[]) => {
    for (const text of texts) {
      await guest.say(text)
      await waitForQuiet(server)
    }
    return (await readBot(guest)).map(({ type, text }) => (type === 'event' ? `(${text})` : text))
  }
  const open = () => openGuest(server.url)

  it('says a message with its link', async () => {
    expect(await talk(await open(), 'show the dinner menu')).toEqual([
      'Soup and fish.\nhttps://menu.example/today',
    ])
  })

  it('offers choices as buttons, and answers the one that is taken', async () => {
    const guest = await open()
    await guest.say('reserve a table')
    const [asked] = await waitForBot(guest, 1)
    const buttons = ['Garden', 'Garden Room', 'Again'].map((name) => ({
      type: 'imBack',
      title: name,
      value: name,
    }))
    expect(asked).toMatchObject({
      type: 'card',
      text: 'Which may it be?',
      attachments: [{ content: { buttons } }],
    })
    const told = await talk(guest, 'again', 'garden please', 'garden')
    expect(told.slice(1)).toEqual([
      'Which may it be?',
      'Lovely.',
      'Soup and fish.\nhttps://menu.example/today',
      ENGLISH.clarify.question,
    ])
    expect(await talk(await open(), 'reserve a table', 'Garden Room')).toEqual([
      'Which may it be?',
      ENGLISH.choice.taken,
    ])
  })

  it('asks a person where a choice leads there, and is silent then', async () => {
    const guest = await open()
    const told = await talk(guest, 'leave the room later', 'Yes please', 'bring fresh towels')
    expect(told).toEqual([
      'Shall I ask?',
      expect.stringContaining('colleague') as string,
      `(${ASKED_FOR_PERSON})`,
    ])
    expect(await readChat(guest)).toMatchObject({ needsHelp: true, user: null })
    expect(readField(await readChat(guest), 'pausedAt')).not.toBeNull()
    expect(await readTickets(guest)).toEqual([])
    expect(await talk(await open(), 'leave the room later', 'no')).toEqual([
      'Shall I ask?',
      'Until eleven, then.',
    ])
  })

  it('forgets a choice with the next message, and after staff’s words', async () => {
    const guest = await open()
    expect(await talk(guest, 'leave the room later', 'show the dinner menu', 'no')).toEqual([
      'Shall I ask?',
      'Soup and fish.\nhttps://menu.example/today',
      ENGLISH.clarify.question,
    ])
    const other = await open()
    await talk(other, 'leave the room later')
    const agent = await signIn(server, 'agent')
    await agent.call(`/api/takeover/pause/${other.chatId}`)
    const json = { text: 'Any wishes?' }
    await agent.call(`/api/takeover/send/${other.chatId}`, { method: 'POST', json })
    await agent.call(`/api/takeover/play/${other.chatId}`)
    expect((await talk(other, 'no')).at(-1)).toBe(ENGLISH.clarify.question)
  })

  it('writes a ticket with the guest’s words, of which consoles are told', async () => {
    const guest = await open()
    const socket = await openStaffSocket(server, operator)
    await checkIn(server, guest, { Status: 'CHECKEDIN', RoomNumber: '1204' })
    expect(await talk(guest, 'Bring fresh TOWELS please')).toEqual([ENGLISH.ticket.written])
    const [ticket] = await readTickets(guest)
    expect(ticket).toMatchObject({
      title: 'Room 1204',
      room: '1204',
      description: 'Bring fresh TOWELS please',
      queueId: 'housekeeping',
      status: 'open',
      agentId: null,
    })
    await waitFor('the hint', () => socket.ofType('rows_changed').some(({ value }) => value === 'tickets'))
    await socket.close()
    const stored = server.context.store.db
      .selectFrom('tickets')
      .select('createdBy')
      .where('chatId', '=', guest.chatId)
    expect(await stored.execute()).toEqual([{ createdBy: 'bot' }])
    const admin = await signIn(server, 'admin')
    expect(readField((await admin.call('/api/admin/audit?limit=1')).body, 'rows')).toMatchObject([
      { user: { id: 'bot', name: 'Bell' }, list: 'tickets', rowName: 'Room 1204', action: 'create' },
    ])
  })

  it('asks first, and takes the next words; asking for a person is none', async () => {
    const guest = await open()
    const told = await talk(guest, 'send a technician', '  The lamp 🪔\nbeside the bed  ')
    expect(told).toEqual(['What is broken?', 'He knows.'])
    expect(await readTickets(guest)).toMatchObject([
      { title: guest.name, room: null, description: 'The lamp 🪔\nbeside the bed' },
    ])
    const long = 'lamp '.repeat(1_500)
    await talk(guest, 'send a technician', long)
    const [newest] = await readTickets(guest)
    expect(String(readField(newest, 'description'))).toHaveLength(4_000)
    const other = await open()
    expect((await talk(other, 'send a technician', 'I want to talk to a person')).at(-1)).toBe(
      `(${ASKED_FOR_PERSON})`,
    )
    expect(await readTickets(other)).toEqual([])
  })

  it('takes an option, from guests who are in the house', async () => {
    const guest = await open()
    expect(await talk(guest, 'get a bathrobe', 'Kettle')).toEqual([
      ENGLISH.ticket.onlyInHouse,
      ENGLISH.clarify.question,
    ])
    await checkIn(server, guest, { Status: 'BOOKED', RoomNumber: '7' })
    expect((await talk(guest, 'get a bathrobe')).at(-1)).toBe(ENGLISH.ticket.onlyInHouse)
    await checkIn(server, guest, { Status: 'CHECKEDIN', RoomNumber: '7' })
    expect((await talk(guest, 'get a bathrobe', 'kettle')).slice(-2)).toEqual([
      'Which may it be?',
      'Hot water soon.',
    ])
    expect(await readTickets(guest)).toMatchObject([{ title: 'Room 7', description: 'amenities: Kettle' }])
  })

  it('tells the guest where the department is gone, and asks a person', async () => {
    const guest = await open()
    const told = await talk(guest, 'order a bouquet of flowers')
    expect(told).toEqual([
      expect.stringContaining('could not pass this on') as string,
      expect.stringMatching(/^\(.*could not write a ticket/) as string,
    ])
    expect(await readTickets(guest)).toEqual([])
    expect(await readChat(guest)).toMatchObject({ needsHelp: true })
  })

  it('does not understand what is switched off or says nothing, and ends a ring of redirects', async () => {
    expect(await talk(await open(), 'play accordion music')).toEqual([ENGLISH.clarify.question])
    expect(await talk(await open(), 'whisper something quietly')).toEqual([ENGLISH.clarify.question])
    expect(await talk(await open(), 'ring around the rosie')).toEqual(['Ring!'])
    expect((await talk(await open(), 'juggle seven oranges')).at(-1)).toBe(`(${ASKED_FOR_PERSON})`)
  })
})

/** The seeds lead on to intents by their names, and one of them back to itself. */
async function resolveNames(server: TestServer): Promise<void> {
  const operator = await signIn(server, 'operator')
  const write = async (intent: string, config: object) => {
    const json = { type: 'luisIntent', config: { intent, ...config } }
    expect((await operator.call('/api/luis/dialog/', { method: 'POST', json })).status).toBe(200)
  }
  const table = SEEDS.find(({ name }) => name === 'table')
  await write('table', table?.dialog ?? {})
  await write('ring', { response: 'Ring!', redirectTo: 'ring' })
}

async function checkIn(
  server: TestServer,
  guest: Guest,
  register: NonNullable<NonNullable<GuestInfo['Data']>['PUB_GuestRegister']>,
): Promise<void> {
  const info = JSON.stringify({ Data: { PUB_GuestRegister: register } })
  await server.context.store.db
    .insertInto('guestInfo')
    .values({ chatId: guest.chatId, info })
    .onConflict((on) => on.column('chatId').doUpdateSet({ info }))
    .execute()
}
