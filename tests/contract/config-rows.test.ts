import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addRow, CONFIG_LISTS, readAddedId, type ConfigListCase } from '#tests/support/config-lists.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
const staff = new Map<string, Client>()

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  for (const role of ['manager', 'operator', 'admin']) staff.set(role, await signIn(server, role))
})
afterAll(() => server.stop())

/** Each in the list of its own, with numbers that keep the names of rows apart. */
let lastNumber = 0
const nextNumber = () => (lastNumber += 1)
const CASES = CONFIG_LISTS.map((one) => [one.list, one] as const)
/** Whose rows have something to change. */
const CHANGED = CONFIG_LISTS.flatMap(({ change, ...one }) =>
  change === null ? [] : [[one.list, { ...one, change }] as const],
)

function writerOf({ writer }: ConfigListCase): Client {
  const client = staff.get(writer)
  if (!client) throw new Error(`nobody is signed in as ${writer}`)
  return client
}
const readList = async (one: ConfigListCase) => {
  const { body } = await writerOf(one).call(one.path)
  expect(v.parse(one.rows, body).every(({ unreadable }) => unreadable === undefined)).toBe(true)
  return v.parse(v.array(v.looseObject({ id: v.string(), etag: v.string() })), body)
}
const put = (one: ConfigListCase, id: string, json: object, headers: Record<string, string> = {}) =>
  writerOf(one).call(one.at(id), { method: 'PUT', json, headers })
const remove = (one: ConfigListCase, id: string, headers: Record<string, string> = {}) =>
  writerOf(one).call(one.at(id), { method: 'DELETE', headers })

describe('rows of the configuration', () => {
  it.each(CASES)('%s: a row is added, listed and deleted', async (_, one) => {
    const before = await readList(one)
    const { body, headers, id } = await addRow(writerOf(one), one, nextNumber() % 8)
    expect(v.parse(one.row, body)).not.toHaveProperty('unreadable')
    expect(headers.get('etag')).toBe(readField(body, 'etag'))
    const after = await readList(one)
    expect(after).toHaveLength(before.length + 1)
    expect(after).toContainEqual(body)
    const gone = await remove(one, id)
    expect([gone.status, gone.body]).toEqual([204, null])
    expect(await readList(one)).toEqual(before)
    expect((await remove(one, id)).status).toBe(404)
  })

  it.each(CHANGED)('%s: a row is changed; what is refused changes nothing', async (_, one) => {
    const { body, id } = await addRow(writerOf(one), one, nextNumber())
    const wrong = await put(one, id, one.wrong)
    expect([wrong.status, readField(wrong.body, 'code')]).toEqual([422, 'invalid'])
    expect(await readList(one)).toContainEqual(body)
    const changed = await put(one, id, one.change)
    expect(changed.status).toBe(200)
    expect(changed.body).not.toEqual(body)
    expect(v.parse(one.row, changed.body)).not.toHaveProperty('unreadable')
    expect(await readList(one)).toContainEqual(changed.body)
    expect((await put(one, 'nobody', one.change)).status).toBe(404)
    await remove(one, id)
  })

  it.each(CASES)('%s: ids are taken as they are, and bad requests are no 500', async (_, one) => {
    const { id } = await addRow(writerOf(one), one, (nextNumber() % 7) + 1)
    const rows = await readList(one)
    for (const other of [
      'none',
      id.toUpperCase(),
      `${id}%2Fx`,
      '%25',
      'a%2Fb',
      '..%2Fusers',
      'x'.repeat(3_000),
    ]) {
      const answer = await remove(one, other)
      expect([other.slice(0, 60), answer.status]).toEqual([other.slice(0, 60), 404])
    }
    expect((await remove(one, 'a%00b')).status).toBe(400)
    if (one.change !== null) {
      const malformed = await writerOf(one).call(one.at(id), { method: 'PUT', body: '{"label":' })
      expect(malformed.status).toBe(400)
      expect((await writerOf(one).call(one.at(id), { method: 'PUT', json: [] })).status).toBe(422)
    }
    expect(await readList(one)).toEqual(rows)
    await remove(one, id)
  })
})

describe('the same key', () => {
  it.each(CASES)('%s: makes one row, also at the same time, and deletes once', async (_, one) => {
    const { path, ...options } = one.add((nextNumber() % 7) + 1)
    const before = await readList(one)
    const key = makeKey()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => writerOf(one).call(path, { ...options, key })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    const etag = one.givesId ? null : '"1"'
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual([etag, etag, etag, etag])
    expect(await readList(one)).toHaveLength(before.length + 1)
    const [first] = answers
    const id = first ? readAddedId(one, first) : ''
    const again = makeKey()
    for (let count = 0; count < 2; count += 1) {
      const gone = await writerOf(one).call(one.at(id), { method: 'DELETE', key: again })
      expect(gone.status).toBe(204)
    }
    expect(await readList(one)).toEqual(before)
  })

  it.each(CHANGED)('%s: changes once, and is refused with other content', async (_, one) => {
    const { id } = await addRow(writerOf(one), one, nextNumber())
    const key = makeKey()
    const call = (json: object) =>
      writerOf(one).call(one.at(id), { method: 'PUT', json, key, headers: IF_FIRST })
    const first = await call(one.change)
    const second = await call(one.change)
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    const { path, ...options } = one.add(nextNumber())
    expect((await writerOf(one).call(path, { ...options, key })).body).toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect((await readList(one)).find((row) => row.id === id)?.etag).toBe('"2"')
    await remove(one, id)
  })
})

const IF_FIRST = { 'if-match': '"1"' }

describe('If-Match', () => {
  it.each(CHANGED)('%s: the second of two who save is told, and nothing is overwritten', async (_, one) => {
    const { id } = await addRow(writerOf(one), one, nextNumber())
    const first = await put(one, id, one.change, IF_FIRST)
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    for (const second of [await put(one, id, one.change, IF_FIRST), await remove(one, id, IF_FIRST)]) {
      expect(second.status).toBe(412)
      expect(second.body).toEqual({
        code: 'changed',
        message: expect.any(String) as string,
        details: { row: first.body },
      })
    }
    expect(await readList(one)).toContainEqual(first.body)
    // Saved as it is, it is the same version still.
    expect((await put(one, id, one.change, { 'if-match': '"2"' })).headers.get('etag')).toBe('"2"')
    expect((await remove(one, id, { 'if-match': '"2"' })).status).toBe(204)
    expect((await put(one, id, one.change, { 'if-match': '"2"' })).status).toBe(404)
  })

  it('takes any row for *, one of several, and a weak one; what is no tag is not current', async () => {
    const [, one] = CHANGED[1] ?? []
    if (!one) throw new Error('no such list')
    const { id } = await addRow(writerOf(one), one, nextNumber())
    for (const tag of ['*', '"7", "1"', 'W/"1"']) {
      expect((await put(one, id, {}, { 'if-match': tag })).status).toBe(200)
    }
    for (const tag of ['1', '', '"1', 'x']) {
      expect((await put(one, id, one.change, { 'if-match': tag })).status).toBe(412)
    }
  })

  it('of two at the same time one is told', async () => {
    const [, one] = CHANGED[1] ?? []
    if (!one) throw new Error('no such list')
    const { id } = await addRow(writerOf(one), one, nextNumber())
    const answers = await Promise.all(['one', 'other'].map((label) => put(one, id, { label }, IF_FIRST)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('is not asked for where it is absent', async () => {
    for (const [, one] of CHANGED) {
      const { id } = await addRow(writerOf(one), one, nextNumber())
      await put(one, id, one.change)
      expect((await put(one, id, one.change)).status).toBe(200)
      expect((await remove(one, id)).status).toBe(204)
    }
  })
})
