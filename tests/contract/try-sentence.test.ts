import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { trainingSchema } from '#src/contract/intents.ts'
import { trySentenceSchema, type SentenceReading, type TriedSentence } from '#src/contract/try-sentence.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let operator: Client

beforeAll(async () => {
  server = await startTestServer()
  operator = await signIn(server, 'operator')
})
afterAll(() => server.stop())

const post = (path: string, json: object) => operator.call(path, { method: 'POST', json, key: makeKey() })

async function addIntent(name: string, config: object, texts: string[]): Promise<string> {
  const id = String((await post('/api/luis/intents/', { name })).body)
  const saved = await post('/api/luis/dialog/', { type: 'luisIntent', config: { intentId: id, ...config } })
  const asked = await post(
    '/api/luis/questions',
    texts.map((text) => ({ text, intentName: name })),
  )
  expect([saved.status, asked.status]).toEqual([200, 201])
  return id
}

/** As the questions are; on a busy machine they are still being learned for a while, and it says so. */
async function tryText(text: string): Promise<TriedSentence & { draft: SentenceReading }> {
  return waitFor('the questions to be learned', async () => {
    const { status, body } = await post('/api/luis/try', { text })
    expect(status).toBe(200)
    const { draft, ...tried } = v.parse(trySentenceSchema, body)
    if (draft === null) expect(tried.problem).toMatch(/still being learned/)
    return draft !== null && { ...tried, draft }
  })
}

const SAID = { kind: 'text' as const, choices: [] }

describe('trying a sentence', () => {
  it('tells what the questions would make of it now, and what is published, by what a guest would read', async () => {
    const id = await addIntent('sauna', { response: 'It is hot from 4 pm.' }, [
      'When is the sauna hot?',
      'sauna hours',
      'サウナは何時からですか',
      'Когда работает баня?',
      '🧖',
    ])
    const { draft, published, language, problem } = await tryText('WHEN IS THE SAUNA HOT')
    expect({ problem, language, taken: draft.intentId, answer: draft.answer }).toEqual({
      problem: null,
      language: 'en',
      taken: id,
      answer: [{ ...SAID, text: 'It is hot from 4 pm.' }],
    })
    expect(draft.ranked[0]).toMatchObject({ intentId: id, name: 'sauna', score: 1 })
    expect(published?.intentId).not.toBe(id)
    for (const text of ['サウナは何時からですか', 'когда работает баня', '🧖', 'sauna  hours!']) {
      expect((await tryText(text)).draft.intentId, text).toBe(id)
    }
  })

  it('acts the dialog as for a guest in the house, and leaves nothing of it', async () => {
    const admin = await signIn(server, 'admin')
    const { body } = await admin.call('/api/ticketing/Queues/', { method: 'POST', json: { name: 'Garden' } })
    const queue = String(readField(body, 'id'))
    const before = (await operator.call('/api/ticketing/Tickets/')).body
    const id = await addIntent(
      'minibar',
      {
        type: 'ticket-options',
        response: 'What is missing?',
        department: queue,
        requiresAuth: true,
        choices: [{ name: 'Water' }, { name: 'Nuts' }],
      },
      ['the minibar is empty', 'please fill up the minibar'],
    )
    const { draft } = await tryText('please fill up the minibar')
    expect(draft).toMatchObject({
      intentId: id,
      answer: [{ kind: 'text', text: 'What is missing?', choices: ['Water', 'Nuts'] }],
    })
    expect((await operator.call('/api/ticketing/Tickets/')).body).toEqual(before)
    const { db } = server.context.store
    expect(await db.selectFrom('chats').select('id').execute()).toEqual([])
    expect(await db.selectFrom('pendingDialogs').select('chatId').execute()).toEqual([])
  })

  it('says the time where an answer has a place for it', async () => {
    await addIntent('clock', { response: 'It is {time} here.' }, ['what does the clock say'])
    const { draft } = await tryText('what does the clock say')
    expect(draft.answer[0]?.text).toMatch(/^It is \d+:\d\d [AP]M here\.$/)
  })

  it('says what the bot says where it does not understand, and does not take an intent that is off', async () => {
    const { draft } = await tryText('Wie hoch ist der Eiffelturm in Wirklichkeit?')
    expect(draft.intentId).toBeNull()
    expect(draft.answer[0]?.text).toMatch(/[äöüß]|Sie/)
    await addIntent('jacuzzi', { response: 'Bubbles.', isEnabled: false }, ['where is the jacuzzi'])
    expect((await tryText('where is the jacuzzi')).draft.intentId).toBeNull()
  })

  it.each([
    ['nothing', {}],
    ['blanks', { text: ' \n ' }],
    ['no text', { text: 7 }],
    ['too much', { text: 'x'.repeat(MAX_MESSAGE_CHARS + 1) }],
  ])('refuses %s with 422', async (_, json) => {
    expect((await post('/api/luis/try', json)).status).toBe(422)
  })
})

describe('training', () => {
  it('warns of a question that two intents have in another spelling, and of two that are alike', async () => {
    const tea = await addIntent('tea', { response: 'At five.' }, [
      'Tea-time?',
      'When is tea served on the terrace today',
    ])
    const coffee = await addIntent('coffee', { response: 'At six.' }, [
      'tea time',
      'When is coffee served on the terrace today',
      'espresso',
    ])
    await post('/api/luis/train/', {})
    const rows = await waitFor('the training', async () => {
      const training = v.parse(trainingSchema, (await operator.call('/api/luis/train/')).body)
      const mine = training.filter(({ intentId }) => [tea, coffee].includes(intentId))
      return mine.length === 2 && mine.every(({ details }) => details.status === 'Success') && mine
    })
    const warnings = rows.flatMap(({ intentId, details }) =>
      (details.warnings ?? []).map(({ question, otherId, otherName, kind }) => ({
        question,
        kind,
        whose: [intentId, otherId, otherName],
      })),
    )
    expect(warnings).toContainEqual({ question: 'Tea-time?', kind: 'same', whose: [tea, coffee, 'coffee'] })
    expect(warnings).toContainEqual({ question: 'tea time', kind: 'same', whose: [coffee, tea, 'tea'] })
    expect(warnings).toContainEqual({
      question: 'When is coffee served on the terrace today',
      kind: 'alike',
      whose: [coffee, tea, 'tea'],
    })
    // What two intents have means neither.
    expect((await tryText('tea time')).draft.intentId).toBeNull()
  })
})
