import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type RoleName } from '#src/domain/roles.ts'
import {
  createClient,
  makeKey,
  readField,
  signIn,
  type Answer,
  type Client,
} from '#tests/support/api-client.ts'
import { openSpeakingGuest, type SpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'
import { makeFile, upload, uploadOne } from '#tests/support/upload.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * Whose chat or row it is, for every role (CONTRACT sections 5, 6 and 8): all staff read all chats and write in those that they
 * hold; a guest has their own chat and learns nothing of any other, not even that it exists.
 */
const OWNERS = ['mine', 'marias', 'free', 'bot-paused', 'none'] as const
type Owner = (typeof OWNERS)[number]

let server: TestServer
let ana: SpeakingGuest
let ben: SpeakingGuest
const staff = new Map<string, Client>()

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  for (const { username } of TEST_USERS) staff.set(username, await signIn(server, username))
  ana = await openSpeakingGuest(server)
  ben = await openSpeakingGuest(server)
})
afterAll(() => server.stop())

function by(username: string): Client {
  const client = staff.get(username)
  if (!client) throw new Error(`nobody is signed in as ${username}`)
  return client
}
const describeAnswer = ({ status, body }: Answer) => [status, body]

/** What may be done in a chat, and what of it whoever is signed in as `agent` gets by its owner. */
const IN_CHATS: [string, (client: Client, chatId: Owner) => Promise<Answer>, Record<Owner, number>][] = [
  [
    'read it',
    (client, chatId) => client.call(`/api/info/chats/${chatId}`),
    { mine: 200, marias: 200, free: 200, 'bot-paused': 200, none: 404 },
  ],
  [
    'read its messages',
    (client, chatId) => client.call(`/api/info/chats/${chatId}/messages`),
    { mine: 200, marias: 200, free: 200, 'bot-paused': 200, none: 404 },
  ],
  [
    'read a message',
    (client, chatId) => client.call(`/api/info/message/${chatId}-m0`),
    { mine: 200, marias: 200, free: 200, 'bot-paused': 200, none: 404 },
  ],
  [
    'write in it',
    (client, chatId) =>
      client.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text: 'hello' } }),
    { mine: 200, marias: 409, free: 409, 'bot-paused': 409, none: 404 },
  ],
  [
    'put a file in it',
    (client, chatId) => upload(client, chatId, [makeFile('png', 'a.png')]),
    { mine: 200, marias: 409, free: 409, 'bot-paused': 409, none: 404 },
  ],
  [
    'take it from the bot',
    (client, chatId) => client.call(`/api/takeover/pause/${chatId}?holder=bot`),
    { mine: 200, marias: 409, free: 200, 'bot-paused': 200, none: 404 },
  ],
  [
    'pass it on',
    (client, chatId) => {
      const json = { userId: 'user-maria' }
      return client.call(`/api/takeover/pass/${chatId}`, { method: 'POST', json })
    },
    { mine: 200, marias: 409, free: 409, 'bot-paused': 409, none: 404 },
  ],
]

describe('whose chat it is', () => {
  it.each(
    IN_CHATS.flatMap(([what, act, statuses]) =>
      OWNERS.map((owner) => [what, owner, act, statuses[owner]] as const),
    ),
  )('an agent may %s: %s', async (_what, owner, act, status) => {
    const holder = await readHolder(owner)
    expect((await act(by('agent'), owner)).status).toBe(status)
    if (status >= 400) expect(await readHolder(owner)).toEqual(holder)
    if (owner === 'free' || owner === 'bot-paused') await by('agent').call(`/api/takeover/play/${owner}`)
  })

  it('no role writes in what another holds: the role opens calls, and not chats', async () => {
    for (const role of Object.keys(ROLES) as RoleName[]) {
      if (role === 'agent') continue
      for (const chatId of ['mine', 'marias', 'free']) {
        const json = { text: `by ${role}` }
        const sent = await by(role).call(`/api/takeover/send/${chatId}`, { method: 'POST', json })
        expect([role, chatId, sent.status, readField(sent.body, 'code')]).toEqual([
          role,
          chatId,
          409,
          'not_held',
        ])
        const sentFile = await upload(by(role), chatId, [makeFile('png', 'a.png')])
        expect([role, chatId, sentFile.status]).toEqual([role, chatId, 409])
      }
    }
  })

  async function readHolder(chatId: string): Promise<unknown> {
    return readField((await by('admin').call(`/api/info/chats/${chatId}`)).body, 'user')
  }
})

describe('a guest who guesses', () => {
  it('reads no message of another’s chat, and is told the same of one that is none', async () => {
    const said = String(readField((await ben.say('my room is 204')).body, 'id'))
    await ana.say('hello')
    // What the bot says meanwhile would be in one answer and not in the other.
    await waitFor('the bot to have answered', async () => {
      const { body } = await ana.client.call('/api/guest/messages')
      return Array.isArray(body) && body.length === 2
    })
    for (const where of ['after', 'before']) {
      const guessed = await ana.client.call(`/api/guest/messages?${where}=${said}&limit=1`)
      const nothing = await ana.client.call(`/api/guest/messages?${where}=none&limit=1`)
      expect(describeAnswer(guessed)).toEqual(describeAnswer(nothing))
      expect(JSON.stringify(guessed.body)).not.toContain('my room is')
    }
  })

  it('gets no file of another’s, by GET, HEAD or a part, and is told the same of one that is none', async () => {
    await by('agent').call(`/api/takeover/pause/${ben.chatId}`)
    const url = await uploadOne(by('agent'), ben.chatId, makeFile('pdf', 'invoice of Ben.pdf'))
    expect((await ben.client.call(url)).status).toBe(200)
    for (const options of [
      {},
      { method: 'HEAD' },
      { headers: { range: 'bytes=0-3' } },
      { headers: { 'if-none-match': '*' } },
    ]) {
      const guessed = await ana.client.call(url, options)
      const nothing = await ana.client.call('/api/attachments/none', options)
      expect(describeAnswer(guessed)).toEqual(describeAnswer(nothing))
      expect(guessed.status).toBe(404)
      expect(listHeaders(guessed)).toEqual(listHeaders(nothing))
    }
  })

  it('can’t guess the address of a file: it says nothing, and two say nothing of each other', async () => {
    const urls = []
    for (let count = 0; count < 3; count += 1)
      urls.push(await uploadOne(by('agent'), 'sms', makeFile('png', 'a.png', 64, count)))
    for (const url of urls) expect(url).toMatch(/^\/api\/attachments\/[\w-]{20,}$/)
    for (const at of urls.map((url) => url.split('/').at(-1) ?? '')) {
      expect(at).not.toContain(ana.chatId)
      // A version 4 UUID, or as many random bits in another writing.
      expect(at.replace(/-/g, '').length).toBeGreaterThanOrEqual(21)
    }
  })

  it('repeats nothing of another’s under the key that they used', async () => {
    const key = makeKey()
    const first = await ben.say('the code is 1234', key)
    const other = await ana.say('the code is 1234', key)
    expect(other.status).toBe(201)
    expect(readField(other.body, 'id')).not.toBe(readField(first.body, 'id'))
    const read = JSON.stringify((await ben.client.call('/api/guest/messages')).body)
    expect(read.split('the code is 1234')).toHaveLength(2)
  })

  it('ends no session but their own, and rates no stay but their own', async () => {
    const cora = await openSpeakingGuest(server)
    expect((await cora.client.call('/api/guest/session', { method: 'DELETE' })).status).toBe(204)
    expect((await cora.client.call('/api/guest/session', { method: 'DELETE' })).status).toBe(401)
    expect((await ben.client.call('/api/guest/messages')).status).toBe(200)
    const json = { stars: 1, chatId: ben.chatId, guestId: ben.guestId }
    expect((await ana.client.call('/api/guest/rating', { method: 'POST', json })).status).toBe(409)
  })

  it('is shown no id of staff, and no field that is theirs', async () => {
    await by('agent').call(`/api/takeover/pause/${ana.chatId}`)
    await by('agent').call(`/api/takeover/send/${ana.chatId}`, {
      method: 'POST',
      json: { text: 'Good evening' },
      key: makeKey(),
    })
    const { body } = await ana.client.call('/api/guest/messages')
    const text = JSON.stringify(body)
    expect(text).toContain('Good evening')
    for (const { username } of TEST_USERS) expect(text).not.toContain(`user-${username}`)
    expect(text).not.toContain('clientId')
  })
})

describe('a lower role that guesses', () => {
  /** Rows that are there, by the calls that name them; each is asked for by all who may not. */
  async function listRows(): Promise<[RoleName, string, string, unknown][]> {
    const admin = by('admin')
    const make = async (path: string, json: unknown) => {
      const { status, body } = await admin.call(path, { method: 'POST', json })
      if (status >= 300) throw new Error(`${path} was answered with ${status} ${JSON.stringify(body)}`)
      return String(readField(body, 'id') ?? body)
    }
    const answer = await make('/api/manager/typical-answers', { label: 'Pool', answer: 'From 8.' })
    const intent = await make('/api/luis/intents', { name: 'Pool' })
    const segment = await make('/api/segment', { id: 'all', filter: { userType: 'inhouse' } })
    const ticket = await make('/api/add-ticket', {
      queueId: 'housekeeping',
      description: 'towels',
      status: 'open',
      title: 'towels',
    })
    return [
      ['manager', 'PUT', `/api/manager/typical-answers/${answer}`, { label: 'x', answer: 'x' }],
      ['manager', 'DELETE', `/api/manager/typical-answers/${answer}`, undefined],
      ['operator', 'GET', `/api/luis/intents/${intent}`, undefined],
      ['operator', 'DELETE', `/api/luis/intents/${intent}`, undefined],
      ['admin', 'DELETE', `/api/segment/${segment}`, undefined],
      ['operator', 'PUT', `/api/ticketing/Tickets/${ticket}`, { title: 'x' }],
      ['operator', 'DELETE', `/api/ticketing/Tickets/${ticket}`, undefined],
      ['admin', 'GET', `/api/guests/${ana.guestId}/export`, undefined],
      ['operator', 'POST', `/api/guests/${ana.guestId}/block`, {}],
      ['admin', 'DELETE', `/api/guests/${ana.guestId}`, undefined],
      ['admin', 'PUT', '/api/admin/users/user-maria', { role: 5 }],
      ['admin', 'DELETE', '/api/admin/users/user-maria', undefined],
      ['admin', 'DELETE', '/api/ticketing/Queues/housekeeping', undefined],
    ]
  }

  it('is told the same of a row that is there and of one that is none, and changes neither', async () => {
    for (const [least, method, path, json] of await listRows()) {
      const lower = TEST_USERS.filter(({ role }) => ROLES[role] < ROLES[least])
      for (const { username } of lower) {
        const options = { method, ...(json === undefined ? {} : { json }) }
        const there = await by(username).call(path, options)
        const nowhere = await by(username).call(
          path.replace(/\/[^/]+(?=$|\/export|\/block)/, '/none'),
          options,
        )
        expect([username, path, there.status]).toEqual([username, path, 403])
        expect(describeAnswer(there)).toEqual(describeAnswer(nowhere))
      }
      const guest = await ana.client.call(path, { method, ...(json === undefined ? {} : { json }) })
      expect([path, guest.status]).toEqual([path, 401])
    }
  })

  it('does not repeat what a key did for another, or for themselves in a role that they had', async () => {
    const admin = by('admin')
    const key = makeKey()
    const create = (client: Client) =>
      client.call('/api/segment', {
        method: 'POST',
        json: { id: `by key ${key}`, filter: { userType: 'inhouse' } },
        key,
      })
    expect((await create(admin)).status).toBe(201)
    expect((await create(by('marketing'))).status).toBe(403)
    expect((await create(createClient(server))).status).toBe(401)
  })
})

describe('what a person has of their own', () => {
  it('is ended by nobody else: a session, a subscription', async () => {
    const [agent, maria] = [await signIn(server, 'agent'), await signIn(server, 'maria')]
    const json = { endpoint: 'https://push.example/of-maria' }
    const guessed = await agent.call('/api/push/subscription', { method: 'DELETE', json })
    const nothing = await agent.call('/api/push/subscription', {
      method: 'DELETE',
      json: { endpoint: 'https://push.example/of-nobody' },
    })
    expect(describeAnswer(guessed)).toEqual(describeAnswer(nothing))
    await agent.call('/api/auth', { method: 'DELETE', json: { token: maria.token } })
    expect((await maria.call('/api/info/chats')).status).toBe(200)
    expect((await agent.call('/api/info/chats')).status).toBe(401)
  })
})

function listHeaders({ headers }: Answer): string[] {
  return [...headers.keys()].filter((name) => name !== 'date').sort()
}
