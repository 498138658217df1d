import type { Answer, Client } from './api-client.ts'

const SIGNATURES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37],
}
export type FileKind = keyof typeof SIGNATURES

/** Bytes that are taken for one of their kind. */
export function makeFile(kind: FileKind, name: string, size = 64, fill = 7): File {
  const bytes = new Uint8Array(size).fill(fill)
  bytes.set(SIGNATURES[kind])
  return new File([bytes], name)
}

export function upload(client: Client, chatId: string, files: File[], key?: string): Promise<Answer> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return client.call(`/api/takeover/upload/${chatId}`, {
    method: 'POST',
    body: form,
    ...(key === undefined ? {} : { key }),
  })
}

/** Uploads one file and gives its address; throws where it was not taken. */
export async function uploadOne(client: Client, chatId: string, file: File): Promise<string> {
  const { status, body } = await upload(client, chatId, [file])
  if (status !== 200) throw new Error(`the upload was answered with ${status} ${JSON.stringify(body)}`)
  const [message] = body as { attachments: { contentUrl: string }[] }[]
  return message?.attachments[0]?.contentUrl ?? ''
}

/** Asks for an attachment as the client's session does. */
export function fetchFile(
  server: { url: string },
  url: string,
  { token }: Pick<Client, 'token'>,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(server.url + url, { ...init, headers })
}

export async function readBytes(file: Blob | Response): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer())
}
