import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { botStatusSchema, TRAINING_RUNS, trainingSchema, type Training } from '#src/contract/intents.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let operator: Client

beforeAll(async () => {
  server = await startTestServer()
  operator = await signIn(server, 'operator')
})
afterAll(() => server.stop())

const send = (method: string, path: string, json?: object, key?: string) =>
  operator.call(path, {
    method,
    ...(json === undefined ? {} : { json }),
    ...(key === undefined ? {} : { key }),
  })
const publish = (json: object = { versionId: '0.1', isStaging: false }) =>
  send('POST', '/api/luis/publish/', json)
const addIntent = async (name: string, response: string, texts: string[]) => {
  const id = String((await send('POST', '/api/luis/intents/', { name })).body)
  await send('POST', '/api/luis/dialog/', { type: 'luisIntent', config: { intentId: id, response } })
  if (texts.length > 0) await ask(name, ...texts)
  return id
}
const ask = async (intentName: string, ...texts: string[]) => {
  const asked = await operator.call('/api/luis/questions', {
    method: 'POST',
    json: texts.map((text) => ({ text, intentName })),
  })
  expect(asked.status).toBe(201)
}
const readTraining = async (): Promise<Training> =>
  v.parse(trainingSchema, (await operator.call('/api/luis/train/')).body)
const statusesOf = (training: Training) => [...new Set(training.map(({ details }) => details.status))].sort()
/** Asks for a training and gives its end. */
async function train(): Promise<Training> {
  const started = await send('POST', '/api/luis/train/')
  expect([started.status, statusesOf(v.parse(trainingSchema, started.body))]).toEqual([202, ['Queued']])
  return waitForTraining()
}
const waitForTraining = () =>
  waitFor('the end of the training', async () => {
    const training = await readTraining()
    return training.every(({ details }) => !TRAINING_RUNS.includes(details.status)) && training
  })
const findTraining = (training: Training, id: string) =>
  training.find(({ intentId }) => intentId === id)?.details
/** What the bot says to a guest who is new. */
async function hear(question: string): Promise<string> {
  const guest = await openGuest(server.url)
  await guest.say(question)
  return waitFor(
    'the bot’s answer',
    async () => (await guest.read()).find(({ sentByGuest }) => !sentByGuest)?.text,
  )
}
const HELIPORT = ['Where is the heliport', 'can we land with a helicopter', 'helicopter landing']

describe('training and publishing', () => {
  it('begins with a published model of what is there', async () => {
    const { body } = await operator.call('/api/luis/status/')
    expect(body).toEqual({ name: 'Bell', version: '0.1', publishedDateTime: expect.any(String) as string })
    expect(v.parse(botStatusSchema, body).publishedDateTime).toMatch(/Z$/)
    expect(statusesOf(await readTraining())).toEqual(['UpToDate'])
    expect((await publish({})).status).toBe(200)
  })

  it('teaches the bot what it did not understand before, and nothing earlier', async () => {
    const id = await addIntent('heliport', 'It is on the roof.', HELIPORT)
    expect(findTraining(await readTraining(), id)).toBeUndefined()
    const early = await publish()
    expect([early.status, readField(early.body, 'code')]).toEqual([409, 'not_trained'])
    const training = await train()
    expect(findTraining(training, id)).toEqual({ status: 'Success' })
    expect(statusesOf(training)).toEqual(['Success', 'UpToDate'])
    expect(await hear('is there a heliport for our helicopter')).toBe(ENGLISH.clarify.question)

    const before = readField((await operator.call('/api/luis/status/')).body, 'publishedDateTime')
    const published = await publish()
    const publishedDateTime = expect.any(String) as string
    expect(published).toMatchObject({
      status: 200,
      body: { versionId: '0.1', isStaging: false, publishedDateTime },
    })
    const after = readField((await operator.call('/api/luis/status/')).body, 'publishedDateTime')
    expect(after).toBe(readField(published.body, 'publishedDateTime'))
    expect(String(after) > String(before)).toBe(true)
    expect(statusesOf(await readTraining())).toEqual(['UpToDate'])
    expect(await hear('is there a heliport for our helicopter')).toBe('It is on the roof.')

    const admin = await signIn(server, 'admin')
    const { body } = await admin.call('/api/admin/audit?limit=2')
    const entry = { user: { name: 'Operator' }, list: 'intents', rowName: 'Bell', action: 'update' }
    expect(readField(body, 'rows')).toMatchObject([
      {
        ...entry,
        changes: [
          { field: 'published', after: expect.stringMatching(/^\d+ questions of \d+ intents$/) as string },
        ],
      },
      { ...entry, changes: [{ field: 'training', after: 'asked for' }] },
    ])
  })

  it('lets dialogs hold at once: another response, switched off, deleted', async () => {
    const id = await addIntent('zeppelin', 'At noon.', ['When does the zeppelin fly', 'zeppelin tickets'])
    await train()
    expect((await publish()).status).toBe(200)
    const asked = 'when does the zeppelin fly'
    expect(await hear(asked)).toBe('At noon.')
    const write = (config: object) =>
      send('POST', '/api/luis/dialog/', { type: 'luisIntent', config: { intentId: id, ...config } })
    await write({ response: 'At one.' })
    expect(await hear(asked)).toBe('At one.')
    await write({ response: 'At one.', isEnabled: false })
    expect(await hear(asked)).toBe(ENGLISH.clarify.question)
    await write({ response: 'At one.' })
    await send('DELETE', `/api/luis/intents/${id}`)
    expect(await hear(asked)).toBe(ENGLISH.clarify.question)
    await train()
    expect((await publish()).status).toBe(200)
  })

  it('fails for an intent without a question, and publishes nothing until it has one', async () => {
    const id = await addIntent('balloon', 'At dawn.', [])
    const failed = findTraining(await train(), id)
    expect(failed).toEqual({ status: 'Fail', failureReason: 'It has no question.' })
    expect(await publish()).toMatchObject({
      status: 409,
      body: { message: "The intent 'balloon' has no question. Train first, then publish." },
    })
    await ask('balloon', 'May I fly in a balloon')
    expect((await publish()).status).toBe(409)
    await train()
    await ask('balloon', 'balloon flights')
    expect(await publish()).toMatchObject({
      status: 409,
      body: { message: 'The questions have changed since they were trained. Train first, then publish.' },
    })
    await train()
    const key = makeKey()
    const twice = [
      await send('POST', '/api/luis/publish/', {}, key),
      await send('POST', '/api/luis/publish/', {}, key),
    ]
    expect(twice[1]).toMatchObject({ status: 200, body: twice[0]?.body })
  })

  it.each([{ versionId: '0.2' }, { versionId: 0.1 }, { isStaging: true }, { isStaging: 'false' }])(
    'publishes no other version, and on no stage: %j',
    async (json) => {
      const { status, body } = await publish(json)
      expect([status, readField(body, 'code')]).toEqual([422, 'invalid'])
    },
  )
})

describe('a training whose process died', () => {
  it('is under way for a while, and is then done by another process', async () => {
    const { db } = server.context.store
    const inSeconds = (seconds: number) =>
      sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`
    // As the process left it.
    await db
      .insertInto('jobs')
      .values({ kind: 'bot.train', payload: '{}', claim: 'died', claimedUntil: inSeconds(60) })
      .execute()
    expect(statusesOf(await readTraining())).toEqual(['InProgress'])
    // Who asks now is not told of what that process had read before.
    await send('POST', '/api/luis/train/')
    await db
      .updateTable('jobs')
      .set({ claimedUntil: inSeconds(-1) })
      .where('claim', '=', 'died')
      .execute()
    await waitForTraining()
    expect(statusesOf(await readTraining())).toEqual(['UpToDate'])
    expect(await db.selectFrom('jobs').select('id').where('kind', '=', 'bot.train').execute()).toEqual([])
  })
})
