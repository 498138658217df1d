import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { BLANKS } from '#tests/support/blanks.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client
let agent: Client
let guest: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
  agent = await signIn(server, 'agent')
  const { body } = await createClient(server).call('/api/guest/session', { method: 'POST', json: {} })
  guest = createClient(server, String(readField(body, 'token')))
})
afterAll(() => server.stop())

const post = (client: Client, path: string, json: unknown) =>
  client.call(path, { method: 'POST', json, key: makeKey() })
const ALERT = { type: 'email', notificationType: 'user_needs_help', sendTo: 'desk@hotel.example' }

describe.each(BLANKS)('%s alone, and by the thousand, are nothing', (_, text) => {
  it.each<[what: string, write: (blank: string) => Promise<{ status: number; body: unknown }>]>([
    ['a guest’s message', (blank) => post(guest, '/api/guest/messages', { text: blank })],
    ['a message of staff', (blank) => post(agent, '/api/takeover/send/mine', { text: blank })],
    [
      'a saved answer',
      (blank) => post(admin, '/api/manager/typical-answers', { label: 'Pool', answer: blank }),
    ],
    [
      'a saved answer’s label',
      (blank) => post(admin, '/api/manager/typical-answers', { label: blank, answer: 'Yes' }),
    ],
    [
      'a ticket',
      (blank) =>
        post(agent, '/api/add-ticket', { queueId: 'housekeeping', description: blank, title: 'Room 1' }),
    ],
    ['a department', (blank) => post(admin, '/api/ticketing/Queues', { name: blank })],
    [
      'an assignee',
      (blank) => post(admin, '/api/ticketing/Agents', { name: blank, telephoneNumber: '7025094433' }),
    ],
    [
      'a user',
      (blank) => post(admin, '/api/admin/users', { name: blank, unsafePassword: 'a harbour of lights' }),
    ],
    ['an intent', (blank) => post(admin, '/api/luis/intents', { name: blank })],
    ['a question', (blank) => post(admin, '/api/luis/questions', [{ text: blank, intentName: 'Check-in' }])],
    ['a segment', (blank) => post(admin, '/api/segment/', { id: blank })],
    [
      'whom an alert goes to',
      (blank) => post(admin, '/api/bot-config', { type: 'alerts', config: { ...ALERT, sendTo: blank } }),
    ],
  ])('as %s', async (_what, write) => {
    for (const blank of [text, text.repeat(50), ` ${text}\n`]) {
      expect(await write(blank)).toMatchObject({
        status: 422,
        body: { code: 'invalid', message: expect.stringMatching(/empty|to whom/) as string },
      })
    }
  })

  it('as the name of an alert, which may be left out', async () => {
    const { body } = await post(admin, '/api/bot-config', {
      type: 'alerts',
      config: { ...ALERT, name: text },
    })
    expect(body).toMatchObject({ config: { name: '' } })
  })
})
