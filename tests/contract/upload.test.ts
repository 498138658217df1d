import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#src/contract/limits.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { hashSha256 } from '#server/ids.ts'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { fetchFile, makeFile, readBytes, upload, uploadOne, type FileKind } from '#tests/support/upload.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

async function countMessages(chatId: string): Promise<number> {
  const { body } = await agent.call(`/api/info/chats/${chatId}`)
  return Number(readField(body, 'messagesCount'))
}

describe('POST /api/takeover/upload/{chatId}', () => {
  it('takes every type by its content, one message a file, in order', async () => {
    const files = (['png', 'gif', 'jpeg', 'pdf'] as const).map((kind) => makeFile(kind, `a ${kind}.bin`))
    const { status, body } = await upload(agent, 'mine', files)
    expect(status).toBe(200)
    expect(body).toHaveLength(4)
    expect((body as { attachments: unknown[] }[]).map(({ attachments }) => attachments[0])).toEqual([
      { contentType: 'image/png', contentUrl: expect.any(String) as string, name: 'a png.bin.png', size: 64 },
      { contentType: 'image/gif', contentUrl: expect.any(String) as string, name: 'a gif.bin.gif', size: 64 },
      {
        contentType: 'image/jpeg',
        contentUrl: expect.any(String) as string,
        name: 'a jpeg.bin.jpg',
        size: 64,
      },
      {
        contentType: 'application/pdf',
        contentUrl: expect.any(String) as string,
        name: 'a pdf.bin.pdf',
        size: 64,
      },
    ])
    const times = (body as { createdAt: string }[]).map(({ createdAt }) => createdAt)
    expect(times).toEqual([...new Set(times)].sort())
  })

  it.each([
    ['a byte order mark', '\u{feff}'],
    ['a blank line', '\n'],
    ['1,024 bytes', 'x'.repeat(1_024)],
  ])('takes a PDF with %s before its header', async (_, before) => {
    const { status, body } = await upload(agent, 'mine', [new File([before, '%PDF-1.7\n%%EOF'], 'bill.pdf')])
    expect([status, body]).toMatchObject([200, [{ attachments: [{ contentType: 'application/pdf' }] }]])
  })

  it('keeps the order of the request where a large file precedes small ones', async () => {
    const sizes = [200_000, 100_000, 64, 64, 20_000, 64]
    for (let round = 0; round < 5; round += 1) {
      const files = sizes.map((size, index) => makeFile('gif', `${index}.gif`, size, index))
      const { body } = await upload(agent, 'mine', files)
      const names = (body as { attachments: { name: string }[] }[]).map(
        ({ attachments }) => attachments[0]?.name,
      )
      expect(names).toEqual(files.map(({ name }) => name))
    }
  })

  it('takes ten files, and files of 10 MiB, and not one byte more', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => makeFile('gif', `${index}.gif`))
    expect((await upload(agent, 'mine', ten)).body).toHaveLength(10)
    const full = Array.from({ length: 2 }, (_, index) =>
      makeFile('jpeg', `full-${index}.jpg`, MAX_UPLOAD_BYTES, index),
    )
    expect((await upload(agent, 'mine', full)).status).toBe(200)
    const over = await upload(agent, 'mine', [makeFile('png', 'over.png', MAX_UPLOAD_BYTES + 1)])
    expect(over.status).toBe(413)
    expect(over.body).toMatchObject({ code: 'too_large' })
  })

  it.each([
    ['a wrong type', [new File(['#!/bin/sh'], 'photo.png')], 415, 'wrong_type'],
    ['an empty file', [new File([], 'photo.png')], 415, 'wrong_type'],
    ['no file', [], 422, 'invalid'],
    ['eleven files', Array.from({ length: 11 }, () => makeFile('png', 'x.png')), 422, 'invalid'],
    ['one bad among good', [makeFile('png', 'x.png'), new File(['text'], 'y.png')], 415, 'wrong_type'],
  ])('takes nothing of %s', async (_, files, status, code) => {
    const before = await countMessages('mine')
    const answer = await upload(agent, 'mine', files)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code })
    expect(await countMessages('mine')).toBe(before)
  })

  it('refuses a body that is not multipart, or half of one', async () => {
    const post = (contentType: string) =>
      agent.call('/api/takeover/upload/mine', {
        method: 'POST',
        body: '--x\r\nhalf',
        headers: { 'content-type': contentType },
      })
    expect((await post('text/plain')).status).toBe(400)
    expect((await post('multipart/form-data; boundary=x')).status).toBe(400)
  })

  it('refuses where the chat is not held, does not exist, or can not be reached', async () => {
    const file = [makeFile('png', 'x.png')]
    expect((await upload(agent, 'marias', file)).body).toMatchObject({ code: 'not_held' })
    expect((await upload(agent, 'none', file)).status).toBe(404)
    expect((await upload(agent, 'telegram', file)).body).toMatchObject({ code: 'channel_unavailable' })
    expect((await upload(agent, 'facebook-late', file)).body).toMatchObject({ code: 'window_closed' })
    expect((await upload(createClient(server), 'mine', file)).status).toBe(401)
  })

  it('gives the same answer under the same key, by digest, and refuses another file under it', async () => {
    const key = makeKey()
    const before = await countMessages('mine')
    const first = await upload(agent, 'mine', [makeFile('png', 'x.png', 64, 1)], key)
    const again = await upload(agent, 'mine', [makeFile('png', 'x.png', 64, 1)], key)
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject([{ clientId: key }])
    expect(await countMessages('mine')).toBe(before + 1)
    const other = await upload(agent, 'mine', [makeFile('png', 'x.png', 64, 2)], key)
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
  })
})

describe('GET of an attachment', () => {
  const put = (kind: FileKind, name: string) => uploadOne(agent, 'mine', makeFile(kind, name))

  it('gives the bytes to staff, an image inline and the rest as an attachment, never to be sniffed', async () => {
    const image = await fetchFile(server, await put('png', 'Zoë’s "view".png'), agent)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(image.headers.get('vary')).toContain('Authorization')
    expect(image.headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%22view%22.png",
    )
    const expected = new Uint8Array(await makeFile('png', 'x').arrayBuffer())
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(expected)
    const pdf = await fetchFile(server, await put('pdf', 'bill.pdf'), agent)
    expect(pdf.headers.get('content-disposition')).toContain('attachment')
  })

  it('gives it to the chat’s guest, to no other guest, and to nobody without a session', async () => {
    const url = await put('jpeg', 'x.jpg')
    const openGuest = (chatId: string) =>
      server.context.store.transact((tx) => createGuestSession(tx, { chatId, guestId: `guest-${chatId}` }))
    expect((await fetchFile(server, url, { token: await openGuest('mine') })).status).toBe(200)
    expect((await fetchFile(server, url, { token: await openGuest('free') })).status).toBe(404)
    expect((await fetchFile(server, url, { token: null })).status).toBe(401)
    expect((await fetchFile(server, '/api/attachments/none', agent)).status).toBe(404)
  })

  it('does not take a guest’s token for a staff call', async () => {
    const token = await server.context.store.transact((tx) =>
      createGuestSession(tx, { chatId: 'mine', guestId: 'guest-mine' }),
    )
    for (const path of ['/api/info/chats', '/api/info/chats/mine', '/api/sync', '/api/takeover/pause/mine']) {
      expect((await createClient(server, token).call(path)).status).toBe(401)
    }
  })
})

describe('a part of an attachment (CONTRACT section 6: attachments answer Range)', () => {
  /** More than any home reads at once. */
  const SIZE = 1_500_000
  const bytes = Buffer.from(Array.from({ length: SIZE }, (_, index) => (index * 31) % 251))
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  const tag = `"${hashSha256(bytes)}"`
  let url = ''

  beforeAll(async () => {
    url = await uploadOne(agent, 'mine', new File([bytes], 'view.jpg'))
  })
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetchFile(server, url, agent, { headers, method })

  it('comes with a tag, its length and that it has parts', async () => {
    const whole = await ask({})
    expect(whole.status).toBe(200)
    expect(whole.headers.get('etag')).toBe(tag)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('content-length')).toBe(String(SIZE))
    expect(whole.headers.get('content-range')).toBeNull()
    expect((await readBytes(whole)).equals(bytes)).toBe(true)
  })

  it.each([
    ['the first bytes', 'bytes=0-9', 0, 10],
    ['one byte', 'bytes=5-5', 5, 6],
    ['bytes across two pieces', 'bytes=200000-1200000', 200_000, 1_200_001],
    ['the rest', 'bytes=1499000-', 1_499_000, SIZE],
    ['the rest, by a last byte that it does not have', 'bytes=1499000-99999999', 1_499_000, SIZE],
    ['the last bytes', 'bytes=-100', SIZE - 100, SIZE],
    ['more last bytes than there are', 'bytes=-99999999', 0, SIZE],
  ])('gives %s', async (_, range, start, end) => {
    const part = await ask({ range })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${SIZE}`)
    expect(part.headers.get('content-length')).toBe(String(end - start))
    expect(part.headers.get('etag')).toBe(tag)
    expect(part.headers.get('x-content-type-options')).toBe('nosniff')
    expect(part.headers.get('content-type')).toBe('image/jpeg')
    expect((await readBytes(part)).equals(bytes.subarray(start, end))).toBe(true)
  })

  it.each([`bytes=${SIZE}-`, `bytes=${SIZE}-${SIZE + 5}`, 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'says how long it is where nothing of %s exists',
    async (range) => {
      const none = await ask({ range })
      expect(none.status).toBe(416)
      expect(none.headers.get('content-range')).toBe(`bytes */${SIZE}`)
      expect(none.headers.get('cache-control')).toBe('no-store')
      expect(await none.text()).toBe('')
    },
  )

  it.each(['bytes=0-1,5-9', 'bytes=9-5', 'bytes=-', 'lines=1-2', 'bytes=x-y'])(
    'gives all of it for %s',
    async (range) => {
      const whole = await ask({ range })
      expect(whole.status).toBe(200)
      expect((await readBytes(whole)).length).toBe(SIZE)
    },
  )

  it('goes on with a part only while it is the same file', async () => {
    expect((await ask({ range: 'bytes=0-9', 'if-range': tag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
    expect((await ask({ range: 'bytes=0-9', 'if-range': `W/${tag}` })).status).toBe(200)
    expect((await ask({ range: 'bytes=0-9', 'if-range': new Date().toUTCString() })).status).toBe(200)
  })

  it('is not sent again to who has it', async () => {
    const same = await ask({ 'if-none-match': `"another", ${tag}` })
    expect(same.status).toBe(304)
    expect(same.headers.get('etag')).toBe(tag)
    expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('is described without its bytes', async () => {
    const head = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(SIZE))
    expect(head.headers.get('etag')).toBe(tag)
    expect(await head.text()).toBe('')
    expect((await fetchFile(server, '/api/attachments/none', agent, { method: 'HEAD' })).status).toBe(404)
  })
})
