import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notUnderstoodSchema, type NotUnderstood } from '#src/contract/not-understood.ts'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { waitForBot } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let operator: Client

beforeAll(async () => {
  server = await startTestServer()
  operator = await signIn(server, 'operator')
})
afterAll(() => server.stop())

const PATH = '/api/luis/not-understood'
const post = (path: string, json: object, key?: string) =>
  operator.call(path, { method: 'POST', json, ...(key === undefined ? {} : { key }) })
async function readList(): Promise<NotUnderstood> {
  const { status, body } = await operator.call(PATH)
  expect(status).toBe(200)
  return v.parse(notUnderstoodSchema, body)
}
async function readGroup(text: string) {
  const { groups } = await readList()
  const group = groups.find((one) => one.wordings.some((wording) => wording.text === text))
  if (!group) throw new Error(`nobody said ${text}: ${JSON.stringify(groups)}`)
  return group
}
/** Says something new to the bot, and waits until it has asked what was meant. */
async function say(...texts: string[]): Promise<Guest[]> {
  const guests: Guest[] = []
  for (const text of texts) {
    const guest = await openGuest(server.url)
    await guest.say(text)
    await waitForBot(guest, 1)
    guests.push(guest)
  }
  return guests
}
/** All of a group as it was read. */
const seen = ({ wordings, lastAt, count }: NotUnderstood['groups'][number]) => ({
  keys: wordings.map(({ key }) => key),
  until: lastAt,
  count,
})

describe('what the bot did not understand', () => {
  it('is nothing at first', async () => {
    expect(await readList()).toEqual({ groups: [], total: 0 })
  })

  it('is listed by likeness, with how often, when, and where it was said', async () => {
    const [first, second] = await say(
      'Helicopter platform roof?',
      'helicopter  platform ROOF?',
      'Helicopter platformm roof',
    )
    const other = await say('quantum chromodynamics')
    const { groups, total } = await readList()
    expect(total).toBe(4)
    expect(groups.map(({ text, count }) => [text, count])).toEqual([
      ['helicopter platform ROOF?', 3],
      ['quantum chromodynamics', 1],
    ])
    const group = groups[0]
    expect(group?.wordings.map(({ text, count }) => [text, count])).toEqual([
      ['helicopter platform ROOF?', 2],
      ['Helicopter platformm roof', 1],
    ])
    expect(group?.sentences).toHaveLength(3)
    expect(group?.sentences[1]).toMatchObject({ chatId: second?.chatId, outcome: 'asked' })
    const said = (await first?.read())?.[0]
    expect(group?.sentences[2]).toMatchObject({ text: 'Helicopter platform roof?', messageId: said?.id })
    expect(group?.key).toBe(group?.wordings[0]?.key)
    expect((group?.firstAt ?? '') < (group?.lastAt ?? '')).toBe(true)
    expect(groups[1]?.sentences[0]?.chatId).toBe(other[0]?.chatId)
    expect(groups.map(({ suggestion }) => suggestion)).toEqual([null, null])
  })

  it('has what staff answered next as a suggestion', async () => {
    const agent = await signIn(server, 'agent')
    const [guest] = await say('ferret bringing rules')
    const chatId = guest?.chatId ?? ''
    await guest?.say('it is a small one')
    await guest?.say('and quiet')
    await agent.call(`/api/takeover/pause/${chatId}`)
    await agent.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text: 'Yes,<br/>gladly.' } })
    await agent.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text: 'Anything else?' } })
    expect((await readGroup('ferret bringing rules')).suggestion).toBe('Yes,\ngladly.')

    const [late] = await say('iguana terrarium warmth')
    for (const text of ['one', 'two', 'three']) await late?.say(text)
    await agent.call(`/api/takeover/pause/${late?.chatId}`)
    await agent.call(`/api/takeover/send/${late?.chatId}`, { method: 'POST', json: { text: 'Three what?' } })
    expect((await readGroup('iguana terrarium warmth')).suggestion).toBeNull()
  })
})

describe('putting sentences into an intent', () => {
  it('adds the questions and takes them out of the list, once under one key', async () => {
    const socket = await openStaffSocket(server, operator)
    await post('/api/luis/intents/', { name: 'zeppelin' })
    await say('zeppelin landing hour', 'zeppelin landing hour?')
    const group = await readGroup('zeppelin landing hour')
    expect(group.count).toBe(2)
    const key = makeKey()
    const json = { ...seen(group), texts: group.wordings.map(({ text }) => text), intentName: 'ZEPPELIN' }
    const answers = [await post(`${PATH}/use`, json, key), await post(`${PATH}/use`, json, key)]
    expect(answers[0]).toMatchObject({ status: 200, body: { used: 2 } })
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body })
    const { body } = await operator.call('/api/luis/intents/')
    const intent = (body as object[]).find((row) => readField(row, 'name') === 'zeppelin')
    expect(readField(intent, 'questions')).toMatchObject(group.wordings.map(({ text }) => ({ text })))
    expect((await readList()).groups.map(({ text }) => text)).not.toContain(group.text)
    await waitFor('the hint', () =>
      socket.ofType('rows_changed').some((frame) => JSON.stringify(frame).includes('intents')),
    )
    const admin = await signIn(server, 'admin')
    const audit = await admin.call('/api/admin/audit?limit=2')
    expect(readField(audit.body, 'rows')).toMatchObject([
      {
        list: 'intents',
        rowName: 'Bell',
        changes: [{ field: 'notUnderstood', after: '2 sentences put into ZEPPELIN' }],
      },
      { rowName: 'zeppelin', changes: [{ field: 'questions' }] },
    ])
    await socket.close()
  })

  it('does neither where the intent can’t take them', async () => {
    await say('umbrella selling shop')
    const group = await readGroup('umbrella selling shop')
    const json = { ...seen(group), texts: [group.text] }
    const none = await post(`${PATH}/use`, { ...json, intentName: 'nobody' })
    expect([none.status, readField(none.body, 'code')]).toEqual([422, 'invalid'])
    const asked = [{ text: group.text, intentName: 'person' }]
    await operator.call('/api/luis/questions', { method: 'POST', json: asked })
    const taken = await post(`${PATH}/use`, { ...json, intentName: 'zeppelin' })
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'question_taken', details: { intentName: 'person' } },
    })
    expect((await readGroup('umbrella selling shop')).count).toBe(1)
  })
})

describe('dismissing', () => {
  it('takes what was seen out of the list, and nothing that came after', async () => {
    await say('fish sleeping habits', 'fish sleeping habits')
    const group = await readGroup('fish sleeping habits')
    await say('fish sleeping habits')
    expect(await post(`${PATH}/dismiss`, seen(group))).toMatchObject({ status: 200, body: { dismissed: 2 } })
    expect((await readGroup('fish sleeping habits')).count).toBe(1)
    // Somebody else was first.
    expect(await post(`${PATH}/dismiss`, seen(group))).toMatchObject({ status: 200, body: { dismissed: 0 } })
    const admin = await signIn(server, 'admin')
    expect(readField((await admin.call('/api/admin/audit?limit=1')).body, 'rows')).toMatchObject([
      { changes: [{ field: 'notUnderstood', after: '2 sentences dismissed' }] },
    ])
  })

  it('takes nothing where more would go than were seen', async () => {
    await say('cats swimming habits', 'cats swimming habits')
    const group = await readGroup('cats swimming habits')
    // The transaction of one had not ended when the list was read.
    const refused = await post(`${PATH}/dismiss`, { ...seen(group), count: 1 })
    expect([refused.status, readField(refused.body, 'code')]).toEqual([409, 'conflict'])
    expect((await readGroup('cats swimming habits')).count).toBe(2)
  })
})

describe('what is no call', () => {
  const KEYS = { keys: ['a'], until: '2026-11-01T00:00:00.000Z', count: 1 }
  const USED = { ...KEYS, texts: ['a'], intentName: 'person' }
  it.each<[string, string, object]>([
    ['no key', 'dismiss', { ...KEYS, keys: [] }],
    ['keys that are no list', 'dismiss', { ...KEYS, keys: 'a' }],
    ['a key that is no text', 'dismiss', { ...KEYS, keys: [7] }],
    ['a key that can’t be kept', 'dismiss', { ...KEYS, keys: ['a\0'] }],
    ['too many keys', 'dismiss', { ...KEYS, keys: Array.from({ length: 2_001 }, (_, at) => `k${at}`) }],
    ['no time', 'dismiss', { ...KEYS, until: undefined }],
    ['a time that is none', 'dismiss', { ...KEYS, until: 'yesterday' }],
    ['a day that is none', 'dismiss', { ...KEYS, until: '2026-19-39T00:00:00.000Z' }],
    ['no count', 'dismiss', { ...KEYS, count: 0 }],
    ['half a sentence', 'dismiss', { ...KEYS, count: 1.5 }],
    ['no question', 'use', { ...USED, texts: [] }],
    ['a blank question', 'use', { ...USED, texts: [' '] }],
    ['a question that is too long', 'use', { ...USED, texts: ['x'.repeat(501)] }],
    ['too many questions', 'use', { ...USED, texts: Array.from({ length: 11 }, (_, at) => `q${at}`) }],
    ['no intent', 'use', { ...USED, intentName: undefined }],
    ['nothing', 'use', {}],
  ])('is refused in words: %s', async (_, call, json) => {
    const { status, body } = await post(`${PATH}/${call}`, json)
    expect([status, readField(body, 'code')]).toEqual([422, 'invalid'])
    expect(readField(body, 'message')).toMatch(/^(The |There )[^:]*\.$/)
  })
})

describe('an environment with the specification alone', () => {
  it('has no such calls', async () => {
    const plain = await startTestServer({ settings: { capabilities: 'none' } })
    const staff = await signIn(plain, 'operator')
    expect((await staff.call(PATH)).status).toBe(404)
    for (const call of ['use', 'dismiss'])
      expect((await staff.call(`${PATH}/${call}`, { method: 'POST', json: {} })).status).toBe(404)
    await plain.stop()
  })
})
