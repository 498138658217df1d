import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
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
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/**
 * JSON that is deep, large or odd, at every call that takes a body: refused in a sentence (CONTRACT section 1), with nothing
 * written, nothing in the log, and a server that goes on. The calls come from the app itself.
 */
const DEEP = 100_000
/** Each level of an object takes six bytes of the 256 KiB that a body may have. */
const DEEP_OBJECTS = 40_000
/** Fields that calls read, so that what is deep is not left aside as unknown. */
const FIELDS = [
  'addresses',
  'answer',
  'config',
  'displayName',
  'endpoint',
  'filter',
  'id',
  'intentId',
  'keys',
  'label',
  'name',
  'questions',
  'role',
  'sentences',
  'stars',
  'text',
  'title',
  'type',
  'unsafePassword',
  'userId',
  'username',
]

const deepList = '['.repeat(DEEP) + ']'.repeat(DEEP)
const deepObject = '{"a":'.repeat(DEEP_OBJECTS) + '1' + '}'.repeat(DEEP_OBJECTS)
const inFields = (value: string) => `{${FIELDS.map((name) => `"${name}":${value}`).join(',')}}`
const inField = (name: string, value: string, rest = '') => `{"${name}":${value}${rest}}`

const BODIES: [string, string][] = [
  ['a list 100,000 deep', deepList],
  ['an object 40,000 deep', deepObject],
  ['a configuration 100,000 deep', inField('config', deepList, ',"type":"alerts"')],
  ['a campaign of objects 40,000 deep', inField('config', deepObject, ',"type":"cronCampaigns"')],
  ['a name 100,000 deep', inField('name', deepList)],
  ['a text 100,000 deep', inField('text', deepList)],
  ['lists of 1,000 in all fields', inFields('['.repeat(1_000) + ']'.repeat(1_000))],
  ['more than 256 KiB', inField('text', `"${'a'.repeat(300_000)}"`)],
  ['250 KiB in a field', inField('name', `"${'a'.repeat(250_000)}"`)],
  ['40,000 fields', `{${Array.from({ length: 15_000 }, (_, index) => `"f${index}":${index}`).join(',')}}`],
  ['a list of 60,000', inField('questions', `[${Array.from({ length: 60_000 }, () => '{}').join(',')}]`)],
  ['the prototype', inField('__proto__', '{"isAdmin":true}', ',"constructor":{"prototype":{"x":1}}')],
  ['numbers that are none', inFields('1e999')],
  ['half characters', inFields('"\\ud800"')],
  ['a NUL', inFields('"a\\u0000b"')],
  ['null', 'null'],
  ['a number', '-0'],
  ['a text', '"text"'],
  ['nothing', ''],
  ['half of it', '{"name":'],
]
/** Calls that need no body, and do with any what they do without. */
const WITHOUT_BODY = [
  'POST /api/luis/train',
  'POST /api/guests/:guestId/block',
  'POST /api/guests/:guestId/unblock',
  'POST /api/admin/users-by-fbid/:fbid',
  'DELETE /api/auth',
  'DELETE /api/guest/session',
]
/**
 * Calls of which no field is needed: what they do not know is left aside, and nothing is kept of it. A guest who sends half a
 * character is heard, with what stands in for it.
 */
const MAY_TAKE = [
  'POST /api/segment-preview',
  'POST /api/guest/session',
  'POST /api/luis/publish',
  'POST /api/guest/messages',
]
/** A body is sent to every so-manieth call, another one to the next; with FAULTS_ALL=1 each to all. */
const SHARE = process.env['FAULTS_ALL'] === '1' ? 1 : 8
/** Of the bodies, those that all calls are sent: they reach whoever parses. */
const FOR_ALL = 2

const SENTENCE = /^[\p{Lu}'‘“].{8,300}[.!?]$/su

let server: TestServer
let admin: Client
let guest: SpeakingGuest
let calls: { method: string; path: string }[]

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
  guest = await openSpeakingGuest(server)
  const routes = new Map(
    createApp(server.context).routes.map((route) => [`${route.method} ${route.path}`, route]),
  )
  calls = [...routes.values()]
    .filter(({ method, path }) => ['POST', 'PUT', 'DELETE'].includes(method) && path.startsWith('/api/'))
    .filter(({ method, path }) => !WITHOUT_BODY.includes(`${method} ${path}`))
})
afterAll(() => server.stop())

const ask = (method: string, path: string, body: string): Promise<Answer> => {
  const client = path.startsWith('/api/guest/') ? guest.client : admin
  const headers = { 'content-type': 'application/json' }
  return client.call(path.replace(/:[^/]+/g, 'none'), { method, body, headers, key: makeKey() })
}

describe('a body that nobody should send', () => {
  it.each(BODIES.map(([what, body], index) => [what, body, index] as const))(
    '%s is refused by every call, in a sentence',
    async (_what, body, at) => {
      expect(calls.length).toBeGreaterThan(40)
      const asked = calls.filter((_, index) => at < FOR_ALL || (index + at) % SHARE === 0)
      const wrong: unknown[] = []
      for (const { method, path } of asked) {
        const { status, body: answer } = await ask(method, path, body)
        const message = readField(answer, 'message')
        const isTaken = status < 300 && MAY_TAKE.includes(`${method} ${path}`)
        const isRefused = status >= 400 && status < 500 && SENTENCE.test(String(message))
        if (!isTaken && !isRefused) wrong.push([method, path, status, message])
      }
      expect(wrong).toEqual([])
      expect(server.logLines).toEqual([])
      expect((await createClient(server).call('/api/health')).status).toBe(200)
    },
  )
})
