import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialogsSchema, intentSchema, type Intent } from '#src/contract/intents.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let operator: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  operator = await signIn(server, 'operator')
})
afterAll(() => server.stop())

const LONG = 'x'.repeat(10_000)
const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  operator.call(path, { method, headers, ...(json === undefined ? {} : { json }) })
const addIntent = async (name: string) => {
  const { status, body } = await send('POST', '/api/luis/intents/', { name })
  expect([name, status]).toEqual([name, 201])
  return v.parse(v.string(), body)
}
const ask = (intentName: string, ...texts: unknown[]) =>
  send(
    'POST',
    '/api/luis/questions',
    texts.map((text) => ({ text, intentName })),
  )
const readIntent = async (id: string): Promise<Intent> => {
  const { status, body } = await operator.call(`/api/luis/intents/${id}`)
  expect(status).toBe(200)
  return v.parse(intentSchema, body)
}
const writeDialog = (intentId: string, config: object, headers: Record<string, string> = {}) =>
  send('POST', '/api/luis/dialog/', { type: 'luisIntent', config: { intentId, ...config } }, headers)
const findStatic = async () => {
  const { body } = await operator.call('/api/luis/intents/')
  return (body as object[]).find((row) => readField(row, 'static') === true) ?? {}
}
const readAudit = async (limit: number) => {
  const admin = await signIn(server, 'admin')
  return readField((await admin.call(`/api/admin/audit?limit=${limit}`)).body, 'rows')
}
const CHOICES = [
  { name: 'Rooftop', response: 'At eight.' },
  { name: 'Garden', redirectTo: 'needs-help' },
]

describe('an intent', () => {
  it('is added by its name and has neither questions nor a dialog', async () => {
    const id = await addIntent('Heliport')
    expect((await operator.call(`/api/luis/intents/${id}`)).body).toEqual({
      id,
      name: 'Heliport',
      questions: [],
      static: false,
      stats: null,
      dialog: null,
      audio: { strings: 0, recorded: 0 },
      etag: '"1"',
    })
    for (const name of ['heliport', ' HELIPORT ', 'PERSON', 'ask a person', 'needs-help']) {
      const taken = await send('POST', '/api/luis/intents/', { name })
      expect([name, taken.status, readField(taken.body, 'code')]).toEqual([name, 409, 'name_taken'])
      expect((await send('PUT', `/api/luis/intents/${id}`, { name })).status).toBe(
        /heli/i.test(name) ? 200 : 409,
      )
    }
    const { body } = await operator.call('/api/dialogs-list')
    const dialogs = v.parse(dialogsSchema, body)
    expect(dialogs[0]).toEqual({ id: 'needs-help', name: 'Ask a person' })
    expect(dialogs).toContainEqual({ id, name: 'HELIPORT' })
  })

  it('of the bot’s own can be changed, not deleted', async () => {
    const own = await findStatic()
    const id = String(readField(own, 'id'))
    expect(own).not.toHaveProperty('undeletable')
    expect((await send('DELETE', `/api/luis/intents/${id}`)).body).toMatchObject({ code: 'static_intent' })
    const changed = await writeDialog(id, { response: 'At once!', redirectTo: 'Ask a Person' })
    expect(changed.status).toBe(200)
    expect(v.parse(intentSchema, changed.body)).toMatchObject({
      static: true,
      dialog: { config: { response: 'At once!', redirectTo: 'needs-help' } },
    })
  })

  it('stays while others lead to it, and says which', async () => {
    const target = await addIntent('Pier')
    const other = await addIntent('Boat trips')
    await writeDialog(other, {
      type: 'choice',
      choices: [{ name: 'Pier', redirectTo: 'PIER' }, { name: 'None' }],
    })
    expect((await readIntent(other)).dialog?.config.choices?.[0]?.redirectTo).toBe(target)
    const refused = await send('DELETE', `/api/luis/intents/${target}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { intents: ['Boat trips'] } },
    })
    // To itself it may lead.
    await writeDialog(target, { response: 'Again', redirectTo: target })
    expect((await send('DELETE', `/api/luis/intents/${other}`)).status).toBe(204)
    expect((await send('DELETE', `/api/luis/intents/${target}`)).status).toBe(204)
    expect((await writeDialog(target, { response: 'Gone' })).status).toBe(404)
  })
})

describe('questions', () => {
  it('are added all or none, change the intent’s version, and are removed', async () => {
    const id = await addIntent('Helicopter')
    const added = await ask('HELICOPTER', ' Where can I land? ', 'Is there a helipad')
    expect(added.status).toBe(201)
    const [first, second] = v.parse(v.array(v.object({ id: v.string(), text: v.string() })), added.body)
    expect([first?.text, second?.text]).toEqual(['Where can I land?', 'Is there a helipad'])
    expect(await readIntent(id)).toMatchObject({
      questions: [first, second],
      stats: { questions: 2 },
      etag: '"2"',
    })
    const stale = await send('PUT', `/api/luis/intents/${id}`, { name: 'Sky' }, { 'if-match': '"1"' })
    expect([stale.status, readField(stale.body, 'code')]).toEqual([412, 'changed'])
    const taken = await ask('person', 'A new one', 'where  can I\tLAND?')
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'question_taken', details: { intentName: 'Helicopter' } },
    })
    expect((await ask('Helicopter', 'One twice', 'one twice ')).status).toBe(409)
    expect((await readIntent(id)).questions).toHaveLength(2)
    expect(await send('DELETE', `/api/luis/questions/${first?.id}`)).toMatchObject({
      status: 204,
      body: null,
    })
    expect((await send('DELETE', `/api/luis/questions/${first?.id}`)).status).toBe(404)
    expect(await readIntent(id)).toMatchObject({ questions: [second], etag: '"3"' })
    const by = { id: 'user-operator', name: 'Operator' }
    const entry = { user: by, list: 'intents', rowId: id, rowName: 'Helicopter', action: 'update' }
    expect(await readAudit(2)).toMatchObject([
      { ...entry, changes: [{ field: 'questions', before: ['Where can I land?'], after: [] }] },
      {
        ...entry,
        changes: [{ field: 'questions', before: [], after: ['Where can I land?', 'Is there a helipad'] }],
      },
    ])
  })

  it('are added once under one key', async () => {
    const id = await addIntent('Balloon')
    const json = [{ text: 'Can I fly in a balloon', intentName: 'Balloon' }]
    const call = { method: 'POST', json, key: makeKey() }
    const answers = [
      await operator.call('/api/luis/questions', call),
      await operator.call('/api/luis/questions', call),
    ]
    expect(answers[1]).toMatchObject({ status: 201, body: answers[0]?.body })
    expect((await readIntent(id)).questions).toHaveLength(1)
  })

  it.each([
    ['no list', { text: 'a', intentName: 'person' }],
    ['an empty list', []],
    ['a blank one', [{ text: ' \n', intentName: 'person' }]],
    ['one of 10,000 characters', [{ text: LONG, intentName: 'person' }]],
    ['one that is no text', [{ text: 7, intentName: 'person' }]],
    ['one of no intent', [{ text: 'a' }]],
    ['one of an intent that is not there', [{ text: 'a', intentName: 'nobody' }]],
    ['a list of texts', ['a']],
    [
      'too many at once',
      Array.from({ length: 101 }, (_, index) => ({ text: `q${index}`, intentName: 'person' })),
    ],
  ])('are refused in words: %s', async (_, json) => {
    const { status, body } = await send('POST', '/api/luis/questions', json)
    expect(status).toBe(422)
    expect(body).toEqual({
      code: 'invalid',
      message: expect.stringMatching(/^(The |There )[^:]*\.$/) as string,
    })
  })
})

describe('a dialog', () => {
  it('is kept as it was sent, with what was left out', async () => {
    const id = await addIntent('Dinner')
    const config = {
      response: 'Where?',
      url: 'https://harbourlight.example/dinner?a=1',
      type: 'ticket-options',
      isEnabled: false,
      redirectTo: '',
      department: 'housekeeping',
      requiresAuth: true,
      externalTicketSKU: 'SKU-7',
      externalDepartmentId: '12',
    }
    const { status, body } = await writeDialog(id, { ...config, intent: 'Dinner', choices: CHOICES })
    expect([status, readField(body, 'dialog')]).toEqual([
      200,
      {
        type: 'luisIntent',
        config: {
          ...config,
          intent: 'Dinner',
          intentId: id,
          choices: [
            { name: 'Rooftop', response: 'At eight.', url: '', redirectTo: '' },
            { name: 'Garden', response: '', url: '', redirectTo: 'needs-help' },
          ],
        },
      },
    ])
    const byName = { type: 'luisIntent', config: { intent: 'DINNER', response: 'From six.' } }
    const second = await send('POST', '/api/luis/dialog/', byName, { 'if-match': '"2"' })
    expect(v.parse(intentSchema, second.body)).toMatchObject({
      etag: '"3"',
      dialog: { config: { type: 'message', isEnabled: true, department: '', choices: [] } },
    })
    const stale = await writeDialog(id, { response: 'Mine' }, { 'if-match': '"2"' })
    expect([stale.status, readField(readField(stale.body, 'details'), 'row')]).toEqual([412, second.body])
  })

  it.each([
    ['a response that is too long', { response: LONG }],
    ['a response that is no text', { response: 7 }],
    ['a link that opens no page', { url: 'javascript:alert(1)' }],
    ['a link without its beginning', { url: 'harbourlight.example' }],
    ['an unknown type', { type: 'handover' }],
    ['a type that every object has', { type: 'toString' }],
    ['a switch that is no switch', { isEnabled: 'yes' }],
    ['a redirect to nothing', { redirectTo: 'nowhere' }],
    ['a department that is not there', { type: 'ticket', department: 'garage' }],
    ['a ticket for nobody', { type: 'ticket' }],
    ['choices that are none', { type: 'choice', choices: 'yes' }],
    ['one choice', { type: 'choice', choices: [{ name: 'Only' }] }],
    ['no choice', { type: 'ticket-options', department: 'housekeeping' }],
    ['three of yes and no', { type: 'yes/no', choices: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }],
    ['two of one', { type: 'ticket-user', department: 'housekeeping', choices: CHOICES }],
    ['a message with choices', { choices: CHOICES }],
    ['a choice without a name', { type: 'choice', choices: [{ name: ' ' }, { name: 'b' }] }],
    ['two choices of one name', { type: 'choice', choices: [{ name: 'Yes' }, { name: ' YES ' }] }],
    [
      'a choice that leads nowhere',
      { type: 'choice', choices: [{ name: 'a', redirectTo: 'b' }, { name: 'b' }] },
    ],
    [
      'eleven choices',
      { type: 'choice', choices: Array.from({ length: 11 }, (_, index) => ({ name: `${index}` })) },
    ],
  ])('is refused in words: %s', async (_, config) => {
    const id = String(readField(await findStatic(), 'id'))
    const before = await readIntent(id)
    const { status, body } = await writeDialog(id, config)
    expect(status).toBe(422)
    expect(body).toEqual({
      code: 'invalid',
      message: expect.stringMatching(/^(The |There |This |Whether )[^]*\.$/) as string,
    })
    expect(await readIntent(id)).toEqual(before)
  })

  it('is of an intent that is there, and of no other type', async () => {
    expect((await writeDialog('nobody', { response: 'a' })).status).toBe(404)
    expect((await writeDialog('', { intent: 'nobody' })).status).toBe(422)
    expect((await send('POST', '/api/luis/dialog/', { type: 'luisIntent' })).status).toBe(422)
    expect((await send('POST', '/api/luis/dialog/', { type: 'x', config: { intentId: 'a' } })).status).toBe(
      422,
    )
  })
})
