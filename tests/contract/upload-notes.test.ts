import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { hashSha256 } from '#server/ids.ts'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { exifSegment, makePhoto, makePng, PNG_NOTES, tellsSecret } from '#tests/support/picture-bytes.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { fetchFile, makeFile, readBytes, upload } from '#tests/support/upload.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

interface Attached {
  contentUrl: string
  contentType: string
  size: number
}

async function attach(files: File[], key?: string): Promise<Attached[]> {
  const { status, body } = await upload(agent, 'mine', files, key)
  expect(status).toBe(200)
  return (body as { attachments: Attached[] }[]).flatMap(({ attachments }) => attachments)
}

async function countMessages(): Promise<number> {
  const { body } = await agent.call('/api/info/chats/mine')
  return Number(readField(body, 'messagesCount'))
}

/** docs/decisions/051-pictures.md */
describe('an uploaded picture that tells where it was made', () => {
  it('is given to the guest without that, and its size and tag are those of what is given', async () => {
    const noted = [makePhoto(6), makePng({ notes: Object.values(PNG_NOTES).flat() })]
    const attached = await attach(noted.map((bytes, index) => new File([bytes], `${index}`)))
    expect(attached.map(({ contentType }) => contentType)).toEqual(['image/jpeg', 'image/png'])
    const token = await server.context.store.transact((tx) =>
      createGuestSession(tx, { chatId: 'mine', guestId: 'guest-mine' }),
    )
    for (const [index, { contentUrl, size }] of attached.entries()) {
      const answer = await fetchFile(server, contentUrl, { token })
      const bytes = await readBytes(answer)
      expect(tellsSecret(bytes)).toBe(false)
      expect(new Uint8Array(bytes)).toEqual(cleanPicture(noted[index] ?? new Uint8Array()))
      expect([size, answer.headers.get('content-length')]).toEqual([bytes.length, String(bytes.length)])
      expect(answer.headers.get('etag')).toBe(`"${hashSha256(bytes)}"`)
    }
  })

  it('is the same upload under the same key; one that differs in its notes alone is not', async () => {
    const key = makeKey()
    const before = await countMessages()
    const first = await attach([new File([makePhoto(6)], 'terrace.jpg')], key)
    expect(await attach([new File([makePhoto(6)], 'terrace.jpg')], key)).toEqual(first)
    expect(await countMessages()).toBe(before + 1)
    const other = await upload(agent, 'mine', [new File([makePhoto(6, false)], 'terrace.jpg')], key)
    expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('takes nothing of an upload with one that can not be read and may hold such notes', async () => {
    const before = await countMessages()
    const damaged = new File([Uint8Array.from([0xff, 0xd8, ...exifSegment(6)])], 'terrace.jpg')
    const { status, body } = await upload(agent, 'mine', [makeFile('png', 'x.png'), damaged])
    expect([status, body]).toMatchObject([422, { code: 'invalid' }])
    expect(readField(body, 'message')).toMatch(/^terrace\.jpg is damaged/)
    expect(await countMessages()).toBe(before)
  })
})
