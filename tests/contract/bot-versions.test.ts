import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { botVersionsSchema, type BotVersions } from '#src/contract/bot-versions.ts'
import { TRAINING_RUNS, trainingSchema } from '#src/contract/intents.ts'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { waitForBot } from '#tests/support/bot.ts'
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

const send = (method: string, path: string, json?: unknown, key?: string) =>
  operator.call(path, {
    method,
    ...(json === undefined ? {} : { json }),
    ...(key === undefined ? {} : { key }),
  })
async function readVersions(): Promise<BotVersions> {
  const { status, body } = await operator.call('/api/luis/versions')
  expect(status).toBe(200)
  return v.parse(botVersionsSchema, body)
}
async function addIntent(name: string, response: string, texts: string[]): Promise<string> {
  const id = String((await send('POST', '/api/luis/intents/', { name })).body)
  await send('POST', '/api/luis/dialog/', { type: 'luisIntent', config: { intentId: id, response } })
  await ask(name, texts)
  return id
}
const ask = async (intentName: string, texts: string[]) => {
  const asked = texts.map((text) => ({ text, intentName }))
  expect((await send('POST', '/api/luis/questions', asked)).status).toBe(201)
}
async function removeQuestion(intentId: string, text: string): Promise<void> {
  const { body } = await operator.call(`/api/luis/intents/${intentId}`)
  const questions = readField(body, 'questions') as object[]
  const id = String(
    readField(
      questions.find((row) => readField(row, 'text') === text),
      'id',
    ),
  )
  expect((await send('DELETE', `/api/luis/questions/${id}`)).status).toBe(204)
}
const readStatuses = async () => {
  const training = v.parse(trainingSchema, (await operator.call('/api/luis/train/')).body)
  return new Map(training.map(({ intentId, details }) => [intentId, details.status]))
}
async function publish(): Promise<void> {
  await send('POST', '/api/luis/train/')
  await waitFor('the end of the training', async () =>
    [...(await readStatuses()).values()].every((status) => !TRAINING_RUNS.includes(status)),
  )
  expect((await send('POST', '/api/luis/publish/', {})).status).toBe(200)
}
/** What the bot says to a guest who is new. */
async function hear(question: string): Promise<string> {
  const guest = await openGuest(server.url)
  await guest.say(question)
  return (await waitForBot(guest, 1))[0]?.text ?? ''
}
const goBack = (modelId: string, key?: string) => send('POST', '/api/luis/go-back', { modelId }, key)
const HELIPORT = ['helicopter platform roof', 'helicopter landing', 'landing on the roof']
const named = (name: string) => ({ name, isGone: false })

describe('the former version', () => {
  let heliport = ''

  it('is none before something else is published', async () => {
    const versions = await readVersions()
    expect(versions).toMatchObject({ published: { isPresent: true }, former: null, difference: null })
    await publish()
    expect((await readVersions()).former).toBeNull()
    expect(await goBack(versions.published?.id ?? '')).toMatchObject({
      status: 409,
      body: { code: 'not_former' },
    })
  })

  it('is the one that answered until another was published, with what differs', async () => {
    const before = (await readVersions()).published
    heliport = await addIntent('heliport', 'On the roof.', HELIPORT)
    expect(await readVersions()).toMatchObject({ published: { isPresent: false }, former: null })
    await publish()
    const { published, former, difference } = await readVersions()
    expect(published).toMatchObject({ isPresent: true, intents: (before?.intents ?? 0) + 1 })
    expect(former).toMatchObject({ id: before?.id, at: before?.at, questions: before?.questions })
    expect(difference).toEqual({
      added: [],
      removed: HELIPORT.map((text) => ({ intent: named('heliport'), text })),
      moved: [],
      totals: { added: 0, removed: 3, moved: 0 },
    })
    // The same again is no other version.
    await publish()
    expect((await readVersions()).former?.id).toBe(before?.id)
  })

  it('is published again, answers, and one can go forward from it', async () => {
    expect(await hear('helicopter platform roof')).toBe('On the roof.')
    const { published, former } = await readVersions()
    const socket = await openStaffSocket(server, operator)
    const key = makeKey()
    const answers = [await goBack(former?.id ?? '', key), await goBack(former?.id ?? '', key)]
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body })
    await waitFor('the hint', () => socket.ofType('rows_changed').length > 0)
    await socket.close()
    const back = v.parse(botVersionsSchema, answers[0]?.body)
    expect(back.published).toMatchObject({ at: former?.at, isPresent: false, questions: former?.questions })
    expect((back.published?.publishedAt ?? '') > (published?.publishedAt ?? '')).toBe(true)
    const status = readField((await operator.call('/api/luis/status/')).body, 'publishedDateTime')
    expect(status).toBe(back.published?.publishedAt)
    expect(back.former).toMatchObject({ id: published?.id, at: published?.at })
    expect(back.difference?.added).toHaveLength(3)
    expect(await hear('helicopter platform roof')).toBe(ENGLISH.clarify.question)
    expect((await readStatuses()).get(heliport)).toBe('Success')
    // Whoever saw the versions before may not go anywhere by them.
    expect(await goBack(former?.id ?? '')).toMatchObject({ status: 409, body: { code: 'not_former' } })

    const admin = await signIn(server, 'admin')
    const { body } = await admin.call('/api/admin/audit?limit=1')
    const after = expect.stringMatching(
      /^went back to the version of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    ) as string
    expect(readField(body, 'rows')).toMatchObject([
      {
        list: 'intents',
        rowName: 'Bell',
        user: { name: 'Operator' },
        changes: [{ field: 'published', after }],
      },
    ])

    expect((await goBack(back.former?.id ?? '')).status).toBe(200)
    expect(await hear('helicopter platform roof')).toBe('On the roof.')
    expect((await readVersions()).published).toMatchObject({ at: published?.at, isPresent: true })
    expect((await readStatuses()).get(heliport)).toBe('UpToDate')
  })

  it('names what moved, and intents that are gone by what they were called', async () => {
    await removeQuestion(heliport, 'helicopter landing')
    const zeppelin = await addIntent('zeppelin', 'At noon.', ['zeppelin hours', 'Helicopter LANDING'])
    await publish()
    await send('PUT', `/api/luis/intents/${heliport}`, { name: 'helipad' })
    await send('DELETE', `/api/luis/intents/${zeppelin}`)
    expect((await readVersions()).difference).toEqual({
      added: [],
      removed: [{ intent: { name: 'zeppelin', isGone: true }, text: 'zeppelin hours' }],
      moved: [{ text: 'helicopter landing', from: { name: 'zeppelin', isGone: true }, to: named('helipad') }],
      totals: { added: 0, removed: 1, moved: 1 },
    })
    // As a model of before names were kept.
    const { db } = server.context.store
    const row = await db
      .selectFrom('botModels')
      .select('sets')
      .where('state', '=', 'published')
      .executeTakeFirstOrThrow()
    const sets = JSON.stringify(row.sets.map(({ intentId, questions }) => ({ intentId, questions })))
    await db.updateTable('botModels').set({ sets }).where('state', '=', 'published').execute()
    expect((await readVersions()).difference?.removed[0]?.intent).toEqual({ name: null, isGone: true })
  })
})

describe('what is no version', () => {
  it.each([{}, { modelId: '' }, { modelId: 7 }, { modelId: 'x'.repeat(10_000) }, []])(
    'is refused in words: %j',
    async (json) => {
      const { status, body } = await send('POST', '/api/luis/go-back', json)
      expect([status, readField(body, 'code')]).toEqual([422, 'invalid'])
      expect(readField(body, 'message')).toMatch(/^The [^:]*\.$/)
    },
  )

  it('is no call in an environment with the specification alone', async () => {
    const plain = await startTestServer({ settings: { capabilities: 'none' } })
    const staff = await signIn(plain, 'operator')
    expect((await staff.call('/api/luis/versions')).status).toBe(404)
    expect((await staff.call('/api/luis/go-back', { method: 'POST', json: {} })).status).toBe(404)
    await plain.stop()
  })
})
