import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseVoice } from '#server/speech/choose-voice.ts'
import { CloudVoice } from '#server/speech/cloud-voice.ts'
import { EspeakThread } from '#server/speech/espeak-thread.ts'
import { sayWords, startVoiceEndpoint, type VoiceEndpoint } from '#tests/support/voice-endpoint.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildEspeakWorker } from '#tests/support/worker-file.ts'

const never = new AbortController().signal
/** Many times what the thread of these tests needs for its start. */
const SILENT_LIMIT_MS = 5_000
const isMp3 = (bytes: Uint8Array) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
/** Of an MP3 of 48 kbit a second. */
const secondsOf = (bytes: Uint8Array) => (bytes.length * 8) / 48_000

describe('eSpeak NG in its thread', () => {
  it('makes an MP3 of words, and takes no time of those who wait for answers', async () => {
    const voice = new EspeakThread({ workerFile: await buildEspeakWorker() })
    let turns = 0
    let isSpeaking = true
    const count = async () => {
      while (isSpeaking) {
        await setImmediate()
        turns += 1
      }
    }
    const counting = count()
    const short = await voice.speak('Breakfast is served from seven to ten.', never)
    isSpeaking = false
    await counting
    expect(turns).toBeGreaterThan(100)
    expect(isMp3(short)).toBe(true)
    expect(secondsOf(short)).toBeGreaterThan(1.5)
    expect(secondsOf(short)).toBeLessThan(6)
    // In several pieces, joined.
    const long = await voice.speak('Breakfast is served from seven to ten. '.repeat(11), never)
    expect(secondsOf(long)).toBeGreaterThan(11 * 1.5)
    for (const words of ['[[hello]] <b>&amp;', 'Грустный кот 你好', '7', 'x'.repeat(500)]) {
      expect(isMp3(await voice.speak(words, never))).toBe(true)
    }
    await voice.stop()
    await expect(voice.speak('Hello', never)).rejects.toThrow('stops')
  })

  // With the lowest priority from its start it was ended as hung, each time anew.
  it('is heard on a machine that has no time to spare', async () => {
    const voice = new EspeakThread({ workerFile: await buildEspeakWorker() })
    const busy = Array.from(
      { length: 2 * availableParallelism() },
      () => new Worker('for (;;);', { eval: true }),
    )
    try {
      expect(isMp3(await voice.speak('Breakfast.', never))).toBe(true)
    } finally {
      await Promise.all([voice.stop(), ...busy.map((worker) => worker.terminate())])
    }
  })
})

/** A thread that does what it is told: it answers with the words, dies, hangs or fails. */
const THREAD = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, words }) => {
  if (words === 'die') process.exit(1)
  if (words === 'throw') throw new Error('no such phoneme')
  if (words === 'hang') for (;;);
  parentPort.postMessage({ id })
  parentPort.postMessage({ id, mp3: new TextEncoder().encode(words) })
})
`

describe('a thread that fails', () => {
  let folder: string
  let voice: EspeakThread
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bellhop-voice-'))
    await writeFile(path.join(folder, 'thread.mjs'), THREAD)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(() => {
    voice = new EspeakThread({ workerFile: path.join(folder, 'thread.mjs'), silentLimitMs: SILENT_LIMIT_MS })
  })
  afterEach(() => voice.stop())
  const say = async (words: string, stopped = never) =>
    Buffer.from(await voice.speak(words, stopped)).toString()

  it.each([
    ['die', 'The voice failed: it ended by itself.'],
    ['throw', 'The voice failed: no such phoneme.'],
    ['hang', 'The voice hung and was ended.'],
  ])('loses what it was saying (%s), and nothing else', async (words, problem) => {
    const failing = say(words)
    const after = say('after it')
    await expect(failing).rejects.toMatchObject({ name: 'SpeechError', message: problem })
    expect([await after, await say('and again')]).toEqual(['after it', 'and again'])
  })

  it('that can’t even start fails each time, in words', async () => {
    const missing = new EspeakThread({ workerFile: path.join(folder, 'missing.mjs') })
    for (const words of ['one', 'two']) {
      await expect(missing.speak(words, never)).rejects.toThrow(/The voice failed: .*missing\.mjs/)
    }
    await missing.stop()
  })

  it('says nothing to who went away, and ends when the server stops', async () => {
    const leaving = new AbortController()
    const first = say('hang')
    const gone = say('gone', leaving.signal)
    const waiting = say('waiting')
    leaving.abort(new Error('went away'))
    await expect(gone).rejects.toThrow('went away')
    await Promise.all([
      voice.stop(),
      expect(first).rejects.toThrow('stops'),
      expect(waiting).rejects.toThrow('stops'),
    ])
  })
})

describe('a voice service', () => {
  let endpoint: VoiceEndpoint
  beforeAll(async () => {
    endpoint = await startVoiceEndpoint()
  })
  afterAll(() => endpoint.stop())
  beforeEach(() => {
    endpoint.answer = null
    endpoint.asked.length = 0
  })
  const createVoice = (timeoutMs?: number) =>
    new CloudVoice({ url: endpoint.url, key: 'a key', ...(timeoutMs === undefined ? {} : { timeoutMs }) })

  it('is asked as decision 045 has it', async () => {
    const mp3 = await createVoice().speak('Hello there.', never)
    expect(Buffer.from(mp3).toString()).toBe('MP3 of Hello there.')
    expect(endpoint.asked).toEqual([
      { text: 'Hello there.', language: 'en', format: 'mp3', authorization: 'Bearer a key' },
    ])
    await createVoice().speak('A sentence of some length. '.repeat(200), never)
    expect(endpoint.asked.length).toBeGreaterThan(2)
    expect(Math.max(...endpoint.asked.map(({ text }) => text.length))).toBeLessThanOrEqual(2_000)
  })

  it.each<[string, VoiceEndpoint['answer'], RegExp]>([
    ['too much asked', (response) => response.writeHead(429).end(), /asked too much at the moment \(429\)/],
    ['a fault', (response) => response.writeHead(500).end('<html>'), /had a fault \(500\)/],
    ['a refusal', (response) => response.writeHead(401).end('{}'), /refused it \(401\)/],
    [
      'another type',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
      /answered with text\/html and not with MP3/,
    ],
    ['nothing', (response) => response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(), /without any/],
    [
      'too many bytes',
      (response) =>
        response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(Buffer.alloc(10 * 1024 * 1024 + 1)),
      /more than 10 MB/,
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
      /can not be reached/,
    ],
    ['a broken line', (response) => response.destroy(), /can not be reached/],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'audio/mpeg', 'Content-Length': '100' })
        response.write('half', () => response.destroy())
      },
      /can not be reached/,
    ],
  ])('that answers with %s says so', async (_, answer, problem) => {
    endpoint.answer = answer
    await expect(createVoice().speak('Hello', never)).rejects.toMatchObject({
      name: 'SpeechError',
      message: expect.stringMatching(problem) as string,
    })
    endpoint.answer = null
    expect((await createVoice().speak('Hello', never)).length).toBeGreaterThan(0)
  })

  it('that hangs is given up', async () => {
    endpoint.answer = () => undefined
    await expect(createVoice(200).speak('Hello', never)).rejects.toThrow('did not answer in time')
    endpoint.answer = (response) => void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).write('x')
    await expect(createVoice(200).speak('Hello', never)).rejects.toThrow('did not answer in time')
    const leaving = new AbortController()
    const gone = createVoice().speak('Hello', leaving.signal)
    await waitFor('the call', () => endpoint.asked.length === 3)
    leaving.abort(new Error('went away'))
    await expect(gone).rejects.toThrow('went away')
    const voice = createVoice()
    const stopping = voice.speak('Hello', never)
    await waitFor('the call', () => endpoint.asked.length === 4)
    await voice.stop()
    await expect(stopping).rejects.toMatchObject({ name: 'SpeechError' })
  })

  it('has a voice of its own name, by its address', async () => {
    const other = new CloudVoice({ url: 'https://other.example/', key: 'a key' })
    expect(other.voice).not.toBe(createVoice().voice)
    expect(createVoice().voice).toBe(createVoice().voice)
    endpoint.answer = (response, text) => sayWords(response, text)
    await createVoice().speak('x', never)
  })
})

describe('the voice that the settings ask for', () => {
  const settings = { speech: 'on', speechUrl: null, speechKey: null } as const
  it('is a service’s, eSpeak NG’s or none', () => {
    const service = { ...settings, speechUrl: 'https://voice.example/', speechKey: 'a key' }
    expect(chooseVoice(service)).toMatchObject({ synthesiser: expect.any(CloudVoice) as CloudVoice })
    expect(chooseVoice(settings)).toMatchObject({ synthesiser: expect.any(EspeakThread) as EspeakThread })
    expect(chooseVoice({ ...settings, speech: 'off' })).toEqual({
      problem: 'Speech is switched off here (SPEECH_URL=off).',
    })
  })
})
