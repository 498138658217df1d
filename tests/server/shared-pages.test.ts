import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SharedPages } from '#server/routes/sync/shared-pages.ts'
import { readSyncPage, readSyncRequest } from '#server/store/log/read-sync-page.ts'
import type { Db } from '#server/store/store.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const LIMIT = 500

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const send = (text: string) =>
  agent.call('/api/takeover/send/mine', { method: 'POST', json: { text }, key: makeKey() })

/** The pages of a server's consoles, and how many statements reading them has cost. */
function openPages() {
  const pages = new SharedPages()
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const { db } = server.context.store
  const counted: Db = db.withPlugin(counting)
  const read = async (
    readPage = (request: Parameters<typeof readSyncPage>[1]) => readSyncPage(counted, request, LIMIT),
  ) => {
    const request = await readSyncRequest(db, null)
    if (request.kind !== 'snapshot') throw new Error('a reset begins with the default list')
    const page = await pages.share(request, LIMIT, () => readPage(request))
    return new TextDecoder().decode(await page.write(undefined))
  }
  return { read, countStatements: () => statements }
}

it('consoles that begin again together cost what one costs, and see the same', async () => {
  const one = openPages()
  const body = await one.read()
  const many = openPages()
  const bodies = await Promise.all(Array.from({ length: 40 }, () => many.read()))
  expect(new Set(bodies)).toEqual(new Set([body]))
  expect(many.countStatements()).toBe(one.countStatements())
})

it('a page is read again once the log has moved on', async () => {
  const { read } = openPages()
  await read()
  for (const text of ['first after the page', 'second after the page']) {
    await send(text)
    expect(await read()).toContain(text)
  }
})

it('a page that could not be read is read again', async () => {
  const { read } = openPages()
  await expect(read(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await read()).toContain('"reset":true')
})

it('is the same in every encoding', async () => {
  const bodies = await Promise.all(
    ['identity', 'gzip', 'br'].map(async (encoding) => {
      const { body, headers } = await agent.call('/api/sync', { headers: { 'accept-encoding': encoding } })
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(headers.get('content-type')).toContain('application/json')
      expect(headers.get('vary')).toContain('Accept-Encoding')
      return body
    }),
  )
  expect(readField(bodies[0], 'reset')).toBe(true)
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[2]).toEqual(bodies[0])
})
