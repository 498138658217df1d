import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttachmentSettings } from '#server/settings-types.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { startObjectStore, type TestObjectStore } from '#tests/support/object-store.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { fetchFile, makeFile, readBytes, upload, uploadOne } from '#tests/support/upload.ts'

/** Attachments in an S3-compatible store (docs/decisions/034-where-attachments-live.md). */
let objects: TestObjectStore
let database: TestDatabase
let server: TestServer
let agent: Client

beforeEach(async () => {
  objects = await startObjectStore()
  database = await createTestDatabase()
  await start({ home: 's3', objectStore: objects.settings })
})
afterEach(async () => {
  await server.stop()
  await database.remove()
  await objects.stop()
})

async function start(attachments: AttachmentSettings): Promise<void> {
  server = await startTestServer({ database, hotel: makeHotel(), settings: { attachments } })
  agent = await signIn(server, 'agent')
}

/** What was put so far was put more than an hour ago. */
async function age(): Promise<void> {
  await sql`update attachment_objects set put_at = put_at - interval '61 minutes'`.execute(
    server.context.store.db,
  )
}

describe('an object store', () => {
  it('has the bytes of what is uploaded, whole and in parts', async () => {
    const file = makeFile('pdf', 'x.pdf', 3_000_000)
    const bytes = await readBytes(file)
    const url = await uploadOne(agent, 'mine', file)
    expect(await objects.listKeys()).toEqual([expect.stringMatching(/^one\/two\/[0-9a-f-]{36}$/)])
    const whole = await fetchFile(server, url, agent)
    expect(whole.headers.get('content-length')).toBe('3000000')
    expect((await readBytes(whole)).equals(bytes)).toBe(true)
    const part = await fetchFile(server, url, agent, { headers: { range: 'bytes=1000-2999' } })
    expect(part.status).toBe(206)
    expect((await readBytes(part)).equals(bytes.subarray(1_000, 3_000))).toBe(true)
    const { rows } = await sql`select home, bytes from attachments where id = ${path.basename(url)}`.execute(
      server.context.store.db,
    )
    expect(rows).toEqual([{ home: 's3', bytes: null }])
  })

  it('is relieved of orphans an hour later, and of nothing else', async () => {
    const kept = await uploadOne(agent, 'mine', makeFile('png', 'x.png'))
    await uploadOne(agent, 'sms', makeFile('png', 'x.png'))
    expect((await upload(agent, 'marias', [makeFile('png', 'x.png')])).status).toBe(409)
    await server.context.store.db.deleteFrom('chats').where('id', '=', 'sms').execute()
    await server.context.attachments.maintain()
    expect(await objects.listKeys()).toHaveLength(3)
    await age()
    await server.context.attachments.maintain()
    expect(await objects.listKeys()).toHaveLength(1)
    expect((await fetchFile(server, kept, agent)).status).toBe(200)
    await server.context.attachments.maintain()
    expect(server.logLines).toEqual([])
  })

  it('still serves what is in it when new files go elsewhere', async () => {
    const file = makeFile('png', 'x.png')
    const url = await uploadOne(agent, 'mine', file)
    await server.stop()
    await start({ home: 'database', objectStore: { ...objects.settings, prefix: 'another' } })
    const later = await uploadOne(agent, 'mine', makeFile('png', 'y.png', 65))
    expect(await objects.listKeys()).toHaveLength(1)
    expect(await readBytes(await fetchFile(server, url, agent))).toEqual(await readBytes(file))
    expect((await fetchFile(server, later, agent)).status).toBe(200)
    await server.stop()
    await start({ home: null, objectStore: null })
    expect((await fetchFile(server, url, agent)).status).toBe(404)
    expect((await fetchFile(server, later, agent)).status).toBe(200)
    expect(server.logLines.join()).toContain('"event":"attachment missing"')
  })

  it('that is away or refuses the keys is a 503 that names no key, and nothing is sent', async () => {
    const url = await uploadOne(agent, 'mine', makeFile('png', 'x.png'))
    await server.stop()
    await start({ home: 's3', objectStore: { ...objects.settings, secretAccessKey: 'wrong-secret' } })
    for (const prepare of [() => Promise.resolve(), () => objects.stop()]) {
      await prepare()
      const before = (await agent.call('/api/info/chats/mine')).body
      const refused = await upload(agent, 'mine', [makeFile('png', 'x.png')])
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(refused.body).toMatchObject({ code: 'unavailable' })
      expect((await agent.call('/api/info/chats/mine')).body).toEqual(before)
      expect((await fetchFile(server, url, agent)).status).toBe(503)
    }
    expect(server.logLines.join()).toContain('"event":"object store"')
    expect(server.logLines.join()).not.toMatch(/wrong-secret|S3RVER/)
    objects = await startObjectStore()
  })
})
