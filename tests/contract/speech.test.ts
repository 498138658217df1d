import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaffSocket, readField } from '#tests/support/api-client.ts'
import { openSpeechHotel, type SpeechHotel } from '#tests/support/speech-hotel.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTestVoice, readSaid, type TestVoice } from '#tests/support/voices.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let voice: TestVoice
let hotel: SpeechHotel

beforeAll(async () => {
  voice = createTestVoice()
  server = await startTestServer({ hotel: makeHotel(), speech: { voice: voice.chosen } })
  hotel = await openSpeechHotel(server)
})
afterAll(() => server.stop())

const NAMES = ['../x', 'Spa/Pool "24h" ✨ %2F', 'a?b#c&d=e']

describe('what an intent says', () => {
  it('is recorded when it is saved: its response, and its choices’ names and responses, each once', async () => {
    const id = await hotel.addIntent('Rink', {
      response: ' Which rink? ',
      type: 'choice',
      choices: [
        { name: 'North', response: 'Up the hill.' },
        { name: 'South', response: '✨' },
        { name: 'West', response: 'Up  the hill.' },
      ],
    })
    const { text, audio, problem } = await hotel.waitUntilRecorded(id)
    expect(text).toEqual(['Which rink?', 'North', 'Up the hill.', 'South', 'West'])
    expect(problem).toBeUndefined()
    expect(voice.said.filter((words) => text.includes(words)).sort()).toEqual([...text].sort())
    const first = await hotel.fetchAudio(audio[0] ?? '')
    expect([first.status, first.type, readSaid(first.bytes)]).toEqual([200, 'audio/mpeg', 'Which rink?'])
    expect((await hotel.readIntent(id)).audio).toEqual({ strings: 5, recorded: 5 })
    const { body } = await hotel.operator.call('/api/luis/intents/')
    expect((body as object[]).find((row) => readField(row, 'id') === id)).toMatchObject({
      audio: { strings: 5, recorded: 5 },
    })
  })

  it('is found by its words', async () => {
    await hotel.waitUntilRecorded(await hotel.addIntent('Slide', { response: 'It is in the cellar.' }))
    const find = (words: string) => hotel.fetchAudio(`/api/speech?str=${encodeURIComponent(words)}`)
    for (const words of ['It is in the cellar.', ' It is  in the cellar.\n']) {
      const { status, type, bytes } = await find(words)
      expect([status, type, readSaid(bytes)]).toEqual([200, 'audio/mpeg', 'It is in the cellar.'])
    }
    for (const words of ['', '✨', 'It is in the attic.', '{time}', 'x'.repeat(5_000)]) {
      expect((await find(words)).status).toBe(404)
    }
    expect((await hotel.operator.call('/api/speech')).status).toBe(404)
  })

  it('is nothing where nothing is said, and unknown where there is no intent', async () => {
    const id = await hotel.addIntent('Silence', { response: ' ✨ 🎉 ' })
    expect(await hotel.waitUntilRecorded(id)).toMatchObject({ text: [], audio: [] })
    expect((await hotel.readIntent(id)).audio).toEqual({ strings: 0, recorded: 0 })
    for (const unknown of ['none', '..%2Fx', '%00', 'x'.repeat(3_000), encodeURIComponent(NAMES[1] ?? '')]) {
      const { status } = await hotel.operator.call(`/api/speech/statusForIntent/${unknown}`)
      expect([unknown.slice(0, 20), [400, 404].includes(status)]).toEqual([unknown.slice(0, 20), true])
    }
    for (const key of ['none', '..%2F..%2Fetc', 'x'.repeat(3_000)]) {
      expect((await hotel.fetchAudio(`/api/speech/audio/${key}`)).status).toBe(404)
    }
  })

  it.each(NAMES)('is recorded of an intent that is called %s', async (name) => {
    const response = `This is ${name}.`
    const id = await hotel.addIntent(name, { response })
    const { text, audio } = await hotel.waitUntilRecorded(id)
    expect(text).toEqual([response])
    expect(readSaid((await hotel.fetchAudio(audio[0] ?? '')).bytes)).toBe(response)
  })

  it('that says the time is recorded never, and spoken each time', async () => {
    const id = await hotel.addIntent('Clock', { response: 'It is {time} & fine.' })
    const { text, audio } = await hotel.waitUntilRecorded(id)
    expect(text).toEqual(['It is {time} & fine.'])
    expect(audio).toEqual([`/api/speech/preview?str=${encodeURIComponent('It is {time} & fine.')}`])
    expect(readSaid((await hotel.fetchAudio(audio[0] ?? '')).bytes)).toMatch(
      /^It is \d\d?:\d\d [AP]M & fine\.$/,
    )
    expect((await hotel.readIntent(id)).audio).toEqual({ strings: 1, recorded: 1 })
  })

  it('is partly recorded where the voice fails at some of it, until it is saved again', async () => {
    voice.failing.add('A tongue twister.')
    const config = {
      response: 'An easy one.',
      type: 'yes/no',
      choices: [{ name: 'A tongue twister.' }, { name: 'Another easy one.' }],
    }
    const id = await hotel.addIntent('Twister', config)
    const { audio } = await hotel.waitUntilRecorded(id)
    expect(audio.map((address) => address !== null)).toEqual([true, false, true])
    expect((await hotel.readIntent(id)).audio).toEqual({ strings: 3, recorded: 2 })
    voice.failing.clear()
    await hotel.save(id, config)
    expect((await hotel.waitUntilRecorded(id)).audio).not.toContain(null)
    expect(voice.said.filter((words) => words === 'An easy one.')).toHaveLength(1)
  })

  it('is hinted at as recorded, and no change of anybody’s', async () => {
    const socket = await openStaffSocket(server, hotel.operator)
    const release = voice.hold()
    const id = await hotel.addIntent('Hint', { response: 'Cold, cold, warm.' })
    await waitFor('the save to be hinted at', () => socket.ofType('rows_changed').length > 0)
    await waitFor('the voice to be at it', () => voice.holding() === 1)
    expect(await hotel.readStatus(id)).toMatchObject({ audio: [null], recording: true })
    const { etag } = await hotel.readIntent(id)
    const before = socket.ofType('rows_changed').length
    release()
    await hotel.waitUntilRecorded(id)
    await waitFor('its end to be hinted at', () =>
      socket
        .ofType('rows_changed')
        .slice(before)
        .some(({ value }) => value === 'intents'),
    )
    expect((await hotel.readIntent(id)).etag).toBe(etag)
    await socket.close()
  })
})

describe('a preview', () => {
  it('says a text as it stands, and keeps it only where a dialog says it', async () => {
    const unsaid = await hotel.preview('Nobody says this.')
    expect([unsaid.status, unsaid.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(readSaid(new Uint8Array(await unsaid.arrayBuffer()))).toBe('Nobody says this.')
    await hotel.preview('Nobody says this.')
    expect(voice.said.filter((words) => words === 'Nobody says this.')).toHaveLength(2)

    await hotel.waitUntilRecorded(await hotel.addIntent('Said', { response: 'The bot says this.' }))
    expect((await hotel.preview('The bot says this.')).status).toBe(200)
    expect(voice.said.filter((words) => words === 'The bot says this.')).toHaveLength(1)
  })

  it('says the time in the zone that is asked for, and in the hotel’s otherwise', async () => {
    const say = async (timezone?: string) => {
      const answer = await hotel.preview('{time}', timezone === undefined ? {} : { timezone })
      return readSaid(new Uint8Array(await answer.arrayBuffer()))
    }
    const tell = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
        .format(new Date())
        .replace(/\s/g, ' ')
    for (const zone of ['America/New_York', 'America/Phoenix', 'Asia/Kolkata']) {
      // A minute may end in between.
      const times = [tell(zone), await say(zone), tell(zone)]
      expect([times[0], times[2]]).toContain(times[1])
    }
    const utc = [tell('UTC'), await say(), await say(''), tell('UTC')]
    expect(new Set(utc).size).toBeLessThanOrEqual(2)
    expect(utc.slice(1, 3).every((time) => time === utc[0] || time === utc[3])).toBe(true)
  })

  it.each([
    ['', /empty/],
    ['  ', /empty/],
    ['✨🎉 – !', /no letter and no digit/],
    ['x'.repeat(8_001), /longer than 8000/],
  ])('refuses %j', async (text, words) => {
    const answer = await hotel.preview(text)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(words) as string,
    })
  })

  it('says what is long, in whatever alphabet', async () => {
    for (const text of ['word '.repeat(1_000), '漢字'.repeat(4_000)]) {
      const answer = await hotel.preview(text)
      expect(answer.status).toBe(200)
      expect(readSaid(new Uint8Array(await answer.arrayBuffer()))).toBe(text.trim())
    }
  })

  it('refuses a zone that there is not', async () => {
    for (const timezone of ['Mars/Olympus', '../etc', 'x'.repeat(1_000)]) {
      const answer = await hotel.preview('Hello', { timezone })
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { message: 'This time zone is not known.' },
      ])
    }
  })

  it('says so where the voice fails', async () => {
    voice.failing.add('Say this.')
    const answer = await hotel.preview('Say this.')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toEqual({ code: 'speech_failed', message: 'The voice is hoarse.' })
    voice.failing.clear()
  })

  it('is made for two at once, and who goes away loses their turn', async () => {
    const release = voice.hold()
    const before = voice.said.length
    const leaving = new AbortController()
    const first = hotel.preview('One, held.')
    const second = hotel.preview('Two, held.')
    await waitFor('two to be made', () => voice.holding() === 2)
    const gone = hotel.preview('Three, gone.', { signal: leaving.signal }).catch(() => null)
    const fourth = hotel.preview('Four, waiting.')
    const held = hotel.preview('Five, gone.', { signal: leaving.signal }).catch(() => null)
    // An answer shows that the calls before it have arrived.
    await hotel.operator.call('/api/luis/status/')
    expect(voice.holding()).toBe(2)
    leaving.abort()
    await Promise.all([gone, held])
    await hotel.operator.call('/api/luis/status/')
    release()
    for (const answer of [first, second, fourth]) expect((await answer).status).toBe(200)
    expect(voice.said.slice(before).sort()).toEqual(['Four, waiting.', 'One, held.', 'Two, held.'])
  })
})

describe('an environment', () => {
  it('without a voice says why, records nothing and loses nothing', async () => {
    const mute = await startTestServer({ hotel: makeHotel() })
    const there = await openSpeechHotel(mute)
    const id = await there.addIntent('Mute', { response: 'It is {time}.', type: 'message' })
    expect(await there.readStatus(id)).toEqual({
      text: ['It is {time}.'],
      audio: [null],
      problem: 'Speech is switched off here (SPEECH_URL=off).',
      recording: false,
    })
    expect((await there.readIntent(id)).audio).toEqual({ strings: 1, recorded: 0 })
    const answer = await there.preview('Hello')
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'speech_unavailable' }])
    expect(answer.headers.get('retry-after')).toBe('600')
    expect(await mute.context.store.db.selectFrom('jobs').select('kind').execute()).toEqual([])
    await mute.stop()
  })

  it('of the specification alone answers its calls, and nothing else', async () => {
    const plain = await startTestServer({
      hotel: makeHotel(),
      settings: { capabilities: 'none' },
      speech: { voice: createTestVoice().chosen },
    })
    const there = await openSpeechHotel(plain)
    const id = await there.addIntent('Plain', { response: 'Plainly.' })
    const status = await waitFor('the recording', async () => {
      const { body } = await there.operator.call(`/api/speech/statusForIntent/${id}`)
      return JSON.stringify(readField(body, 'audio')).includes('null') ? null : body
    })
    expect(Object.keys(status as object)).toEqual(['text', 'audio'])
    expect((await there.operator.call(`/api/luis/intents/${id}`)).body).not.toHaveProperty('audio')
    expect((await there.preview('Hello')).status).toBe(200)
    await plain.stop()
  })
})
