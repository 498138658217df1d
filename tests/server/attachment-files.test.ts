import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSha256 } from '#server/ids.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { makeChat, makeHotel, refTo } from '#tests/support/test-hotel.ts'
import { isPostgresRun, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { fetchFile, makeFile, readBytes, upload, uploadOne } from '#tests/support/upload.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Attachments as files of the data folder (docs/decisions/034-where-attachments-live.md). */
const OLD_MS = 61 * 60 * 1000
const INVOICE = Buffer.from('%PDF-1.7 of before')
let server: TestServer
let agent: Client
let folder: string

beforeEach(async () => {
  const files = [{ id: 'old-file', contentType: 'application/pdf', name: 'old.pdf', bytes: INVOICE }]
  const before = makeChat('before', { holder: refTo('agent'), pausedAt: new Date(), attachments: files })
  const hotel = makeHotel()
  server = await startTestServer({ hotel: { ...hotel, chats: [...(hotel.chats ?? []), before] } })
  agent = await signIn(server, 'agent')
  folder = path.join(server.settings.dataDir, 'attachments')
})
afterEach(() => server.stop())

/** Digests of the files that are kept. */
async function listKept(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.map((name) => name.replace('/', '')).filter((name) => /^[0-9a-f]{64}$/.test(name))
}

function locate(digest: string): string {
  return path.join(folder, digest.slice(0, 2), digest.slice(2))
}

/** As if nothing had touched the file for more than an hour. */
async function age(digest: string): Promise<void> {
  const then = new Date(Date.now() - OLD_MS)
  await utimes(locate(digest), then, then)
}

async function digestOf(file: File): Promise<string> {
  return hashSha256(await readBytes(file))
}

async function readRow(id: string) {
  const { rows } = await sql<{ home: string; isInRow: boolean; size: number | null }>`
    select home, bytes is not null as is_in_row, size from attachments where id = ${id}`.execute(
    server.context.store.db,
  )
  return rows[0]
}

describe.skipIf(isPostgresRun)('files of the data folder', () => {
  it('holds equal bytes once, leaves nothing temporary and nothing in the database', async () => {
    const file = makeFile('png', 'x.png')
    const urls = await Promise.all([1, 2, 3].map(() => uploadOne(agent, 'mine', file)))
    urls.push(await uploadOne(agent, 'mine', file))
    expect(await listKept()).toEqual([await digestOf(file)])
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
    for (const url of urls) {
      expect(await readBytes(await fetchFile(server, url, agent))).toEqual(await readBytes(file))
      expect(await readRow(path.basename(url))).toEqual({ home: 'files', isInRow: false, size: 64 })
    }
  })

  it('leaves nothing of what is refused', async () => {
    expect((await upload(agent, 'mine', [makeFile('png', 'x.png'), new File(['no'], 'y.png')])).status).toBe(
      415,
    )
    const eleven = Array.from({ length: 11 }, () => makeFile('png', 'x.png'))
    expect((await upload(agent, 'mine', eleven)).status).toBe(422)
    expect(await listKept()).toEqual([])
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  it('leaves nothing of an upload that is broken off in the middle of a file', async () => {
    const sending = request(`${server.url}/api/takeover/upload/mine`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agent.token ?? ''}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    sending.on('error', () => undefined)
    sending.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n')
    sending.write(new Uint8Array(300_000))
    const listIncoming = () => readdirSync(path.join(folder, 'incoming'))
    await waitFor('the file to arrive', () => listIncoming().length === 1)
    sending.destroy()
    await waitFor('it to be removed', () => listIncoming().length === 0)
    expect(server.logLines).toEqual([])
  })

  it.runIf(process.platform === 'linux')('closes a file whose reader goes away', async () => {
    const url = await uploadOne(agent, 'mine', makeFile('pdf', 'x.pdf', 10 * 1024 * 1024))
    const countOpen = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
        } catch {
          return false
        }
      }).length
    const abort = new AbortController()
    const answer = await fetchFile(server, url, agent, { signal: abort.signal })
    await answer.body?.getReader().read()
    expect(countOpen()).toBe(1)
    abort.abort()
    await waitFor('the file to be closed', () => countOpen() === 0)
    expect(server.logLines).toEqual([])
  })

  it('is a 404 and a line in the log where a file is missing', async () => {
    const file = makeFile('png', 'x.png')
    const url = await uploadOne(agent, 'mine', file)
    await rm(locate(await digestOf(file)))
    expect((await fetchFile(server, url, agent)).status).toBe(404)
    expect(server.logLines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', event: 'attachment missing', id: path.basename(url), home: 'files' },
    ])
    // Whoever uploads the same again brings it back.
    await uploadOne(agent, 'mine', file)
    expect((await fetchFile(server, url, agent)).status).toBe(200)
  })

  it('replaces a file that was damaged', async () => {
    const file = makeFile('png', 'x.png')
    const other = makeFile('png', 'y.png', 70)
    await uploadOne(agent, 'mine', other)
    const damaged = locate(await digestOf(file))
    await mkdir(path.dirname(damaged), { recursive: true })
    await copyFile(locate(await digestOf(other)), damaged)
    const url = await uploadOne(agent, 'mine', file)
    expect(await readBytes(await fetchFile(server, url, agent))).toEqual(await readBytes(file))
  })
})

describe.skipIf(isPostgresRun)('maintenance of the files', () => {
  it('removes a file that no row names once it is an hour old, and never one that a row names', async () => {
    const [kept, gone] = [makeFile('png', 'kept.png', 64, 1), makeFile('png', 'gone.png', 64, 2)]
    const [keptDigest, goneDigest] = [await digestOf(kept), await digestOf(gone)]
    const url = await uploadOne(agent, 'mine', kept)
    await uploadOne(agent, 'sms', kept)
    await uploadOne(agent, 'sms', gone)
    await server.context.store.db.deleteFrom('chats').where('id', '=', 'sms').execute()
    await server.context.attachments.maintain()
    expect(await listKept()).toContain(goneDigest)
    await age(keptDigest)
    await age(goneDigest)
    await server.context.attachments.maintain()
    expect(await listKept()).toContain(keptDigest)
    expect(existsSync(locate(goneDigest))).toBe(false)
    expect((await fetchFile(server, url, agent)).status).toBe(200)
  })

  it('leaves an old orphan whose bytes are being uploaded anew', async () => {
    const file = makeFile('png', 'x.png')
    const digest = await digestOf(file)
    await uploadOne(agent, 'sms', file)
    await server.context.store.db.deleteFrom('chats').where('id', '=', 'sms').execute()
    await age(digest)
    const { attachments } = server.context
    const staged = await attachments.staging.write(file.stream(), 1_000)
    await attachments.place({ ...staged, arrivedDigest: digest })
    await attachments.staging.discard([staged])
    await attachments.maintain()
    expect(existsSync(locate(digest))).toBe(true)
    expect((await stat(locate(digest))).mtimeMs).toBeGreaterThan(Date.now() - OLD_MS)
  })

  it('keeps what arrives side by side with it', async () => {
    const files = Array.from({ length: 12 }, (_, index) => makeFile('gif', 'x.gif', 64, index))
    for (const file of files) await uploadOne(agent, 'sms', file)
    await server.context.store.db.deleteFrom('chats').where('id', '=', 'sms').execute()
    for (const file of files) await age(await digestOf(file))
    const [urls] = await Promise.all([
      Promise.all(files.map((file) => uploadOne(agent, 'mine', file))),
      server.context.attachments.maintain(),
      server.context.attachments.maintain(),
    ])
    for (const url of urls) expect((await fetchFile(server, url, agent)).status).toBe(200)
  })

  it('moves what the database holds into files, and serves it before, between and after', async () => {
    const read = async () => {
      const answer = await fetchFile(server, '/api/attachments/old-file', agent)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('etag')).toBe(`"${hashSha256(INVOICE)}"`)
      expect(answer.headers.get('content-length')).toBe(String(INVOICE.length))
      return readBytes(answer)
    }
    // As a version without homes wrote it.
    await sql`update attachments set size = null, digest = null`.execute(server.context.store.db)
    expect(await read()).toEqual(INVOICE)
    await server.context.attachments.maintain()
    expect(await readRow('old-file')).toEqual({ home: 'files', isInRow: true, size: INVOICE.length })
    expect(await read()).toEqual(INVOICE)
    await server.context.attachments.maintain()
    expect(await readRow('old-file')).toEqual({ home: 'files', isInRow: false, size: INVOICE.length })
    expect(await read()).toEqual(INVOICE)
    expect(await listKept()).toEqual([hashSha256(INVOICE)])
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })
})
