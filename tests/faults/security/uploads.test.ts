import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, readField, signIn, type Answer, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { fetchFile, makeFile, upload, uploadOne } from '#tests/support/upload.ts'

/** Files that are something else than they say (CONTRACT section 5): refused, or served as what they are and nothing more. */
const SCRIPT = '<script>alert(1)</script>'
const PNG = '\x89PNG\r\n\x1a\n'

let server: TestServer
let agent: Client
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const fileOf = (text: string, name: string, type = 'image/png') =>
  new File([Buffer.from(text, 'latin1')], name, { type })
const put = (file: File) => upload(agent, 'mine', [file])
const nameOf = ({ body }: Answer) =>
  (body as { attachments: { name: string }[] }[])[0]?.attachments[0]?.name ?? ''

describe('a file that lies', () => {
  it.each([
    ['a page as a picture', fileOf(`<!doctype html>${SCRIPT}`, 'a.png')],
    [
      'a drawing with a script',
      fileOf(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'a.png', 'image/svg+xml'),
    ],
    ['a page that holds the mark of a PDF', fileOf(`<html>${SCRIPT}%PDF-1.7`, 'a.pdf', 'application/pdf')],
    ['a page behind blanks that holds it', fileOf(`\n \t<html>${SCRIPT}%PDF-1.7`, 'a.pdf')],
    ['a program that holds it', fileOf('MZ\x90\0%PDF-1.7', 'a.pdf')],
    ['an archive that holds it', fileOf('PK\x03\x04%PDF-1.7', 'a.pdf')],
    ['a script that holds it', fileOf('#!/bin/sh\n#%PDF-1.7', 'a.pdf')],
    ['a picture of another kind', fileOf('RIFF\0\0\0\0WEBPVP8 ', 'a.png')],
    ['half of a signature', fileOf('\x89PN', 'a.png')],
  ])('%s is refused', async (_what, file) => {
    const { status, body } = await put(file)
    expect([status, readField(body, 'code')]).toEqual([415, 'wrong_type'])
  })

  it.each([
    ['a picture that is a page too', `${PNG}\0\0\0\rIHDR${SCRIPT}`, 'a.html', 'image/png', 'inline'],
    ['a GIF that is a script too', `GIF89a/*\0\0*/=1;alert(1)//`, 'a.js', 'image/gif', 'inline'],
    ['a PDF behind words that are a page', `x ${SCRIPT} %PDF-1.7`, 'a.html', 'application/pdf', 'attachment'],
    ['a PDF whose words are a page', `%PDF-1.7 ${SCRIPT}`, 'a.svg', 'application/pdf', 'attachment'],
  ])(
    '%s is served as what it begins with, in a sandbox, under such a name',
    async (_what, text, name, type, how) => {
      const url = await uploadOne(agent, 'mine', fileOf(text, name, 'text/html'))
      for (const init of [{}, { headers: { range: 'bytes=4-' } }, { headers: { accept: 'text/html' } }]) {
        const answer = await fetchFile(server, url, agent, init)
        const read = (header: string) => answer.headers.get(header)
        expect(read('content-type')).toBe(type)
        expect(read('x-content-type-options')).toBe('nosniff')
        expect(read('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(read('content-disposition')).toMatch(new RegExp(`^${how}; filename\\*=UTF-8''`))
        expect(read('content-disposition')).toMatch(/\.(?:png|gif|pdf)$/)
      }
    },
  )

  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\windows\\a.png', 'a.png'],
    ['a.png\r\nSet-Cookie: x=1', 'a.pngSet-Cookie: x=1.png'],
    ['a\0.png', 'a.png'],
    ['photo\u202egnp.exe', 'photognp.exe.png'],
    ['\u2066a\u2069.png', 'a.png'],
    ['setup.exe', 'setup.exe.png'],
    ['a.png.', 'a.png..png'],
    ['A.PNG', 'A.PNG'],
    ['', 'file.png'],
    ['.png', '.png'],
    ['\u202e', 'file.png'],
    [`${'x'.repeat(300)}.html`, `${'x'.repeat(250)}..png`],
    ['счёт.png', 'счёт.png'],
  ])('of the name %j is called %j', async (given, shown) => {
    const form = new FormData()
    form.append('files', new Blob([await makeFile('png', 'x').arrayBuffer()]), given)
    const answer = await agent.call('/api/takeover/upload/mine', { method: 'POST', body: form })
    if (given === '') return expect([200, 422]).toContain(answer.status)
    expect(nameOf(answer)).toBe(shown)
  })

  it.each([
    [
      'a picture of 4 billion by 4 billion',
      `${PNG}\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0`,
    ],
    ['a part of 4 GiB', `${PNG}\xff\xff\xff\xffIDAT${'x'.repeat(1_000)}`],
    ['a part of nothing, ten thousand times', PNG + '\0\0\0\0tEXt\0\0\0\0'.repeat(10_000)],
    ['a JPEG whose parts go on for ever', `\xff\xd8${'\xff\xe1\xff\xff'.repeat(10_000)}`],
    ['a JPEG of markers alone', `\xff\xd8\xff${'\xff'.repeat(1_000_000)}`],
    [
      'a GIF of ten thousand extensions',
      `GIF89a\xff\xff\xff\xff\0\0\0${'!\xf9\x04\0\0\0\0\0'.repeat(10_000)}`,
    ],
  ])('%s is looked at in no time, and kept or refused', async (_what, text) => {
    const { status } = await put(fileOf(text, 'a.png'))
    expect([200, 422]).toContain(status)
    expect((await createClient(server).call('/api/health')).status).toBe(200)
    expect(server.logLines).toEqual([])
  })

  it('that is longer or shorter than it says is taken as it is, or not at all', async () => {
    const body = (length: number) =>
      `--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Length: ${length}\r\n\r\n${PNG}xyz\r\n--b--\r\n`
    for (const length of [0, 4, 1_000_000]) {
      const options = { method: 'POST', body: Buffer.from(body(length), 'latin1') }
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const answer = await agent.call('/api/takeover/upload/mine', { ...options, headers })
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).toContain('"size":11')
    }
  })
})
