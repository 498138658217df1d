import type { StaffRef } from '#src/contract/chats.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, sniffUploadType, type UploadType } from '#src/contract/limits.ts'
import { failBadRequest, failInvalid, failTooLarge, failWrongType } from '../../errors.ts'
import type { AppContext } from '../../http/app-env.ts'
import { readLimitedBody } from '../../http/read-request.ts'
import { createId, hashSha256 } from '../../ids.ts'
import { attachmentUrl } from '../../store/chats/attachment-url.ts'
import type { Change, NewMessage } from '../../store/log/change.ts'
import type { Tx } from '../../store/store.ts'

/** A file that passed every check. */
export interface UploadedFile {
  name: string
  contentType: UploadType
  bytes: Uint8Array
  digest: string
}

/** Boundaries, names and headers of ten parts. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024
const NAME_MAX_CHARS = 255

/**
 * Reads `files` of a multipart body: all or none (CONTRACT section 5).
 *
 * @throws ApiError 400 no multipart, 422 no file or too many, 413 too large, 415 a type that is not taken.
 */
export async function readUpload(c: AppContext): Promise<UploadedFile[]> {
  const contentType = c.req.header('content-type') ?? ''
  if (!contentType.startsWith('multipart/form-data')) throw failBadRequest('The body is not multipart.')
  const body = await readLimitedBody(c, MAX_UPLOAD_FILES * MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD_BYTES)
  const entries = await readFiles(body, contentType)
  if (entries.length === 0) throw failInvalid('There is no file in the request.')
  if (entries.length > MAX_UPLOAD_FILES) throw failInvalid(`At most ${MAX_UPLOAD_FILES} files at once.`)
  return Promise.all(entries.map(checkFile))
}

async function readFiles(body: Uint8Array, contentType: string): Promise<File[]> {
  let form: FormData
  try {
    form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData()
  } catch {
    throw failBadRequest('The multipart body is malformed.')
  }
  return form.getAll('files').filter((entry) => typeof entry !== 'string')
}

async function checkFile(file: File): Promise<UploadedFile> {
  const name = cleanName(file.name)
  if (file.size > MAX_UPLOAD_BYTES) throw failTooLarge(`${name} is larger than 10 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const contentType = sniffUploadType(bytes)
  if (!contentType) throw failWrongType(`${name} is neither a PNG, GIF or JPEG image nor a PDF.`)
  return { name, contentType, bytes, digest: hashSha256(bytes) }
}

/** A name is shown and offered when saving: no folders, no control characters. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/\p{Cc}/gu, '').trim()
  return clean === '' ? 'file' : clean.slice(-NAME_MAX_CHARS)
}

type UploadChange = Change & { message: NewMessage & { id: string } }

/**
 * Writes the bytes and describes one message per file. The key names the first of them as `clientId`: an operation of the
 * console carries one file (O7).
 */
export async function insertUpload(
  tx: Tx,
  upload: { chatId: string; user: StaffRef; clientId: string | null; files: UploadedFile[] },
): Promise<UploadChange[]> {
  const { chatId, user, files } = upload
  const changes: UploadChange[] = []
  for (const { name, contentType, bytes } of files) {
    const id = createId()
    await tx.insertInto('attachments').values({ id, chatId, contentType, name, bytes }).execute()
    changes.push({
      type: 'new_message',
      chatId,
      message: {
        id: createId(),
        text: '',
        sentByGuest: false,
        attachments: [{ contentType, contentUrl: attachmentUrl(id), name, size: bytes.length }],
        user,
        clientId: changes.length === 0 ? upload.clientId : null,
      },
    })
  }
  return changes
}
