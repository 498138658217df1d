import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { signIn } from '#tests/support/api-client.ts'
import { startSourceProcess } from '#tests/support/source-process.ts'
import { openSpeechHotel, type SpeechHotel } from '#tests/support/speech-hotel.ts'
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { startVoiceEndpoint, sayWords } from '#tests/support/voice-endpoint.ts'
import { createTestVoice, type TestVoice } from '#tests/support/voices.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PASSWORD = 'correct horse battery'
const CHOICES = {
  response: 'Which one?',
  type: 'choice',
  choices: ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ name, response: `${name} it is.` })),
}
/** A response, and each choice's name and response. */
const STRINGS = 11

const start = (database: TestDatabase, voice: TestVoice) =>
  startTestServer({ database, speech: { voice: voice.chosen } })
const countAudio = async ({ db }: Store) =>
  (await db.selectFrom('speechAudio').select('key').execute()).length
/** No recording is left to be made. */
const waitForSilence = ({ db }: Store) =>
  waitFor('all recordings', async () => {
    const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'speech.record').execute()
    return jobs.length === 0
  })
/** As if all audio were made so long ago. */
const age = ({ db }: Store, hours: number) =>
  sql`update speech_audio set created_at = created_at - make_interval(hours => ${hours}::int)`.execute(db)

describe('what the bot says of its own', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.remove())

  it('is recorded at the first start, and at the next only what is missing or said by another voice', async () => {
    const voice = createTestVoice()
    const first = await start(database, voice)
    await waitForSilence(first.context.store)
    const made = await countAudio(first.context.store)
    expect(made).toBeGreaterThan(5)
    expect(voice.said).toContain('Goodbye, and have a good time!')
    expect(new Set(voice.said).size).toBe(voice.said.length)
    await first.stop()

    const again = createTestVoice()
    const second = await start(database, again)
    await second.context.store.db
      .deleteFrom('speechAudio')
      .where(
        'mp3',
        '=',
        Buffer.concat([Buffer.from([0xff, 0xf3, 0x60, 0xc4]), Buffer.from(voice.said[0] ?? '')]),
      )
      .execute()
    await second.stop()
    expect(again.said).toEqual([])
    const third = await start(database, again)
    await waitForSilence(third.context.store)
    expect(again.said).toEqual([voice.said[0]])
    await third.stop()

    const other = createTestVoice('another voice')
    const fourth = await start(database, other)
    await waitForSilence(fourth.context.store)
    expect(other.said.sort()).toEqual(voice.said.sort())
    expect(await countAudio(fourth.context.store)).toBe(2 * made)
    // What the former voice said nobody hears any more, after a day.
    await fourth.context.speech.prune()
    expect(await countAudio(fourth.context.store)).toBe(2 * made)
    await age(fourth.context.store, 25)
    await fourth.context.speech.prune()
    expect(await countAudio(fourth.context.store)).toBe(made)
    await fourth.stop()
  })
})

describe('a recording', () => {
  let server: TestServer
  let voice: TestVoice
  let hotel: SpeechHotel
  beforeAll(async () => {
    voice = createTestVoice()
    server = await startTestServer({ speech: { voice: voice.chosen } })
    await waitForSilence(server.context.store)
    hotel = await openSpeechHotel(server)
  })
  afterAll(() => server.stop())

  it('says the words as they are when their turn comes, and waits for nobody twice', async () => {
    const release = voice.hold()
    const id = await hotel.addIntent('Words', { response: 'First words.' })
    await waitFor('the voice to be at it', () => voice.holding() === 1)
    for (const words of ['Second', 'Third', 'Fourth']) await hotel.save(id, { response: `${words} words.` })
    const jobs = await server.context.store.db
      .selectFrom('jobs')
      .select('claim')
      .where('kind', '=', 'speech.record')
      .execute()
    // The one that is being done, and one that waits.
    expect(jobs.map(({ claim }) => claim === null).sort()).toEqual([false, true])
    release()
    expect((await hotel.waitUntilRecorded(id)).audio).not.toContain(null)
    expect(voice.said.filter((words) => words.endsWith(' words.'))).toEqual(['First words.', 'Fourth words.'])
  })

  it('ends where its intent is deleted, and what was made of it goes', async () => {
    const { store, speech } = server.context
    await age(store, 25)
    await speech.prune()
    const made = await countAudio(store)
    const release = voice.hold()
    const id = await hotel.addIntent('Rink', CHOICES)
    await waitFor('the voice to be at it', () => voice.holding() === 1)
    expect((await hotel.operator.call(`/api/luis/intents/${id}`, { method: 'DELETE' })).status).toBe(204)
    release()
    await waitForSilence(store)
    expect(voice.said.filter((words) => /it is\./.test(words))).toEqual([])
    expect((await hotel.operator.call(`/api/speech/statusForIntent/${id}`)).status).toBe(404)
    await age(store, 25)
    await speech.prune()
    expect(await countAudio(store)).toBe(made)
    expect(server.logLines).toEqual([])
  })

  it('that fails for good is given up, and holds up no other', async () => {
    voice.failing.add('Hm.')
    const first = await hotel.addIntent('Hm', { response: 'Hm.' })
    const second = await hotel.addIntent('Ah', { response: 'Ah.' })
    expect((await hotel.waitUntilRecorded(second)).audio).not.toContain(null)
    expect(await hotel.waitUntilRecorded(first)).toMatchObject({ audio: [null], recording: false })
    expect(voice.said.filter((words) => words === 'Hm.')).toHaveLength(3)
  })
})

describe('a server that ends while it records', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.remove())

  it('leaves the rest to the next', async () => {
    const voice = createTestVoice()
    const first = await start(database, voice)
    await waitForSilence(first.context.store)
    const hotel = await openSpeechHotel(first)
    voice.hold()
    const id = await hotel.addIntent('Rink', CHOICES)
    await waitFor('the voice to be at it', () => voice.holding() === 1)
    await first.stop()
    const next = createTestVoice()
    const second = await start(database, next)
    const { audio } = await (await openSpeechHotel(second)).waitUntilRecorded(id)
    expect([audio.length, audio.includes(null)]).toEqual([STRINGS, false])
    await second.stop()
  })

  it('killed, goes on after its next start, and nothing is said again that was kept', async () => {
    const endpoint = await startVoiceEndpoint()
    const server = await startSourceProcess(database, {
      ADMIN_USERNAME: 'ada',
      ADMIN_PASSWORD: PASSWORD,
      SPEECH_URL: endpoint.url,
      SPEECH_KEY: 'a key',
    })
    const hotel = await openSpeechHotel(server, await signIn(server, 'ada', PASSWORD))
    await waitFor('the bot’s own to be recorded', async () => {
      const { body } = await hotel.operator.call('/api/luis/intents/')
      return (body as { audio: { strings: number; recorded: number } }[]).every(
        ({ audio }) => audio.strings === audio.recorded,
      )
    })
    const before = endpoint.asked.length
    // The fourth is on its way for ever.
    endpoint.answer = (response, text) => {
      if (endpoint.asked.length - before < 4) sayWords(response, text)
    }
    const id = await hotel.addIntent('Rink', CHOICES)
    await waitFor('the fourth to be asked for', () => endpoint.asked.length - before === 4)
    await server.kill()
    endpoint.answer = null
    await server.restart()
    const again = await openSpeechHotel(server, await signIn(server, 'ada', PASSWORD))
    const { audio } = await again.waitUntilRecorded(id)
    expect([audio.length, audio.includes(null)]).toEqual([STRINGS, false])
    const asked = endpoint.asked.slice(before).map(({ text }) => text)
    // One was said twice: its first answer never came.
    expect([asked.length, new Set(asked).size]).toEqual([STRINGS + 1, STRINGS])
    expect(asked[4]).toBe(asked[3])
    await server.remove()
    await endpoint.stop()
  })
})
