import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARABIC } from '#server/bot/strings/arabic.ts'
import { CHINESE } from '#server/bot/strings/chinese.ts'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { GERMAN } from '#server/bot/strings/german.ts'
import { JAPANESE } from '#server/bot/strings/japanese.ts'
import { auditPageSchema } from '#src/contract/audit.ts'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const read = (locale: string) => admin.call(`/api/translations/${locale}`)
const save = (locale: string, json: unknown, etag?: string, key = makeKey()) =>
  admin.call(`/api/translations/${locale}`, {
    method: 'POST',
    json,
    key,
    ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
  })
const QUESTION = 'Pardon <b>me</b>? 🙂'

describe('the bot’s texts', () => {
  it('are the shipped ones, in the language asked for, its own language, or English', async () => {
    expect((await read('en')).body).toEqual(ENGLISH)
    expect((await read('EN')).body).toEqual(ENGLISH)
    expect((await read('de-AT')).body).toEqual(GERMAN)
    expect((await read('ja')).body).toEqual(JAPANESE)
    expect((await read('zh-TW')).body).toEqual(CHINESE)
    expect((await read('ar')).body).toEqual(ARABIC)
    expect((await read('ko')).body).toEqual(ENGLISH)
    expect((await read('en')).headers.get('etag')).toBe('"0"')
  })

  it('are saved under their version, told, written down, and taken back', async () => {
    const socket = await openStaffSocket(server, admin)
    const json = { clarify: { question: QUESTION } }
    const saved = await save('es', json, '"0"')
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"1"'])
    expect(readField(saved.body, 'clarify')).toEqual({ question: QUESTION })
    expect((await read('es')).body).toEqual(saved.body)
    expect((await read('en')).body).toEqual(ENGLISH)
    await waitFor('the hint', () =>
      socket.ofType('rows_changed').some(({ value }) => value === 'translations'),
    )
    await socket.close()
    const shipped = (await admin.call('/api/translations/es?shipped=1')).body
    expect(readField(shipped, 'clarify')).not.toEqual({ question: QUESTION })
    const [entry] = v.parse(auditPageSchema, (await admin.call('/api/admin/audit')).body).rows
    expect(entry).toMatchObject({ list: 'translations', rowId: 'es', rowName: 'Spanish', action: 'update' })
    expect(readField(entry, 'changes')).toMatchObject([{ field: 'clarify.question', after: QUESTION }])
    // What is as it was shipped is kept no longer: another build's better words are said then.
    expect((await save('es', shipped, '"1"')).headers.get('etag')).toBe('"2"')
    expect(await server.context.store.db.selectFrom('botStrings').selectAll().execute()).toEqual([])
  })

  it('whoever saves over somebody else’s is told theirs, and nothing is saved', async () => {
    const mine = await save('fr', { choice: { taken: 'Merci bien.' } }, '"0"')
    expect(mine.status).toBe(200)
    const theirs = await save('fr', { choice: { taken: 'Bien.' } }, '"0"')
    expect(theirs.status).toBe(412)
    expect(theirs.body).toMatchObject({ code: 'changed', details: { row: mine.body } })
    expect((await read('fr')).body).toEqual(mine.body)
    expect((await save('fr', { choice: { taken: 'Bien.' } })).status).toBe(200)
  })

  it('a call that is repeated saves once; what changes nothing raises no version', async () => {
    const key = makeKey()
    const json = { ticket: { written: 'Fatto.' } }
    const first = await save('it', json, '"0"', key)
    const again = await save('it', json, '"0"', key)
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([200, '"1"', first.body])
    expect((await save('it', json, '"1"')).headers.get('etag')).toBe('"1"')
  })

  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, nth) => [`k${nth}`, 'x']))
  it.each([
    ['a list', [], 'The body must be an object'],
    ['null', null, 'The body must be an object'],
    ['a number for a text', { clarify: { question: 7 } }, "'clarify.question' must be a text."],
    ['a list for a group', { clarify: ['x'] }, "'clarify' must be a text."],
    ['an unknown key', { clarify: { other: 'x' } }, "'clarify.other' is none of"],
    ['a text for a group', { clarify: 'x' }, "'clarify' is none of"],
    [
      'a group for a text',
      { clarify: { question: { deeper: 'x' } } },
      "'clarify.question.deeper' is none of",
    ],
    ['a prototype', JSON.parse('{"__proto__": {"question": "x"}}'), "'__proto__.question' is none of"],
    ['the same text twice', { 'clarify.question': 'x', clarify: { question: 'y' } }, 'none of'],
    ['too many', many, 'more than 1000 texts'],
    ['nothing', { clarify: { question: ' ' } }, "'clarify.question': This is empty"],
    ['a long text', { clarify: { question: 'x'.repeat(2_001) } }, 'longer than 2000'],
    ['no text', { clarify: { question: 'a\0b' } }, 'characters that are no text'],
    ['a missing placeholder', { campaign: { rating: { ask: 'From {lowest} on?' } } }, '{highest} is missing'],
    ['an unknown placeholder', { clarify: { question: 'What, {name}?' } }, '{name} is not known here'],
  ])('%s is refused in words', async (_, json, words) => {
    const refused = await save('en', json)
    expect([refused.status, readField(refused.body, 'code')]).toEqual([422, 'invalid'])
    expect(readField(refused.body, 'message')).toContain(words)
    expect((await read('en')).body).toEqual(ENGLISH)
  })

  it('so deep that it never ends is refused in words', async () => {
    const body = `${'{"a":'.repeat(30_000)}"x"${'}'.repeat(30_000)}`
    const refused = await admin.call('/api/translations/en', { method: 'POST', body })
    expect(refused.status).toBe(422)
    expect(readField(refused.body, 'message')).toContain('nested too deeply')
  })

  it.each([
    ['e', 422, "'e' is no language tag"],
    ['en_US', 422, 'is no language tag'],
    ['%20', 422, 'is no language tag'],
    ['tlh', 404, "A catalogue for the language 'tlh' does not exist."],
  ])('the locale %s is answered by %i', async (locale, status, words) => {
    for (const answer of [await read(locale), await save(locale, {})]) {
      expect(answer.status).toBe(status)
      expect(readField(answer.body, 'message')).toContain(words)
    }
  })
})

it('in an environment of the specification alone are an object of texts and no more', async () => {
  const plain = await startTestServer({ settings: { capabilities: 'none' } })
  try {
    const client = await signIn(plain, 'admin')
    const post = (json: object) =>
      client.call('/api/translations/en', { method: 'POST', json, headers: { 'if-match': '"7"' } })
    const saved = await post({ ...ENGLISH, choice: { ...ENGLISH.choice, taken: 'Fine.' } })
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, null])
    const now = await client.call('/api/translations/en?shipped=1')
    expect(now.headers.get('etag')).toBeNull()
    expect(readField(now.body, 'choice')).toEqual({ ...ENGLISH.choice, taken: 'Fine.' })
  } finally {
    await plain.stop()
  }
})
