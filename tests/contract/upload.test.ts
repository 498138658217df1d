import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#src/contract/limits.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const SIGNATURES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37],
}
type Kind = keyof typeof SIGNATURES

function makeFile(kind: Kind, name: string, size = 64, fill = 7): File {
  const bytes = new Uint8Array(size).fill(fill)
  bytes.set(SIGNATURES[kind])
  return new File([bytes], name)
}

function upload(client: Client, chatId: string, files: File[], key?: string) {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return client.call(`/api/takeover/upload/${chatId}`, {
    method: 'POST',
    body: form,
    ...(key === undefined ? {} : { key }),
  })
}

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
      { contentType: 'image/png', contentUrl: expect.any(String) as string, name: 'a png.bin', size: 64 },
      { contentType: 'image/gif', contentUrl: expect.any(String) as string, name: 'a gif.bin', size: 64 },
      { contentType: 'image/jpeg', contentUrl: expect.any(String) as string, name: 'a jpeg.bin', size: 64 },
      {
        contentType: 'application/pdf',
        contentUrl: expect.any(String) as string,
        name: 'a pdf.bin',
        size: 64,
      },
    ])
    const times = (body as { createdAt: string }[]).map(({ createdAt }) => createdAt)
    expect(times).toEqual([...new Set(times)].sort())
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
  async function uploadOne(kind: Kind, name: string): Promise<string> {
    const { body } = await upload(agent, 'mine', [makeFile(kind, name)])
    const [message] = body as { attachments: { contentUrl: string }[] }[]
    return message?.attachments[0]?.contentUrl ?? ''
  }
  const fetchFile = (url: string, token: string | null) =>
    fetch(server.url + url, token === null ? {} : { headers: { authorization: `Bearer ${token}` } })

  it('gives the bytes to staff, an image inline and the rest as an attachment, never to be sniffed', async () => {
    const image = await fetchFile(await uploadOne('png', 'Zoë’s "view".png'), agent.token)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(image.headers.get('vary')).toContain('Authorization')
    expect(image.headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%22view%22.png",
    )
    const expected = new Uint8Array(await makeFile('png', 'x').arrayBuffer())
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(expected)
    const pdf = await fetchFile(await uploadOne('pdf', 'bill.pdf'), agent.token)
    expect(pdf.headers.get('content-disposition')).toContain('attachment')
  })

  it('gives it to the chat’s guest, to no other guest, and to nobody without a session', async () => {
    const url = await uploadOne('jpeg', 'x.jpg')
    const openGuest = (chatId: string) =>
      server.context.store.transact((tx) => createGuestSession(tx, { chatId, guestId: `guest-${chatId}` }))
    expect((await fetchFile(url, await openGuest('mine'))).status).toBe(200)
    expect((await fetchFile(url, await openGuest('free'))).status).toBe(404)
    expect((await fetchFile(url, null)).status).toBe(401)
    expect((await fetchFile('/api/attachments/none', agent.token)).status).toBe(404)
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
