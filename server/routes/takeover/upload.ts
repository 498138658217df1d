import { isBlank } from '#src/domain/text/blank.ts'
import type { StaffRef } from '#src/contract/chats.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, sniffUploadType, type UploadType } from '#src/contract/limits.ts'
import type { AttachmentService } from '../../attachments/attachment-service.ts'
import type { CleanFile } from '../../attachments/clean-staged.ts'
import type { StagedFile } from '../../attachments/staging.ts'
import { failInvalid, failTooLarge, failWrongType } from '../../errors.ts'
import type { AppContext } from '../../http/app-env.ts'
import { readFileParts } from '../../http/read-file-parts.ts'
import { createId } from '../../ids.ts'
import { insertAttachment, type PlacedBytes } from '../../store/chats/attachment-rows.ts'
import { attachmentUrl } from '../../store/chats/attachment-url.ts'
import type { Change, NewMessage } from '../../store/log/change.ts'
import type { Tx } from '../../store/store.ts'

/** A file that passed every check and whose bytes are where they stay. */
export interface UploadedFile extends PlacedBytes {
  name: string
  contentType: UploadType
  size: number
  digest: string
  /** Of the bytes that were sent: pictures are kept without their notes. */
  arrivedDigest: string
  /** As it came: a repeat under the same key is known by it. */
  arrivedName: string
}

interface ArrivedFile extends StagedFile {
  name: string
  /** Its place in the request: the messages stand in that order. */
  index: number
}

/** What a file of each type may be called: whoever opens a saved file opens it by this. The first is added where it is none of them. */
const ENDINGS: Record<UploadType, readonly [string, ...string[]]> = {
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'application/pdf': ['pdf'],
}
/** What turns writing around may show another ending than there is. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Boundaries, names and headers of ten parts. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024
const NAME_MAX_CHARS = 255
const LIMITS = {
  field: 'files',
  maxFiles: MAX_UPLOAD_FILES,
  maxBytes: MAX_UPLOAD_FILES * MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD_BYTES,
}

/**
 * Reads `files` of a multipart body, all or none (CONTRACT section 5), and puts them where attachments are kept: what never
 * gets a row, because the chat is not held or the key was used before, is removed as an orphan.
 *
 * @throws ApiError 400 no multipart, 422 no file, too many, or a picture that can't be read and may hold notes, 413 too large, 415 a type that is not taken.
 */
export async function receiveUpload(c: AppContext, attachments: AttachmentService): Promise<UploadedFile[]> {
  const arrived: ArrivedFile[] = []
  const cleaned: (CleanFile & { name: string })[] = []
  try {
    const count = await readFileParts(c, LIMITS, async (name, chunks, index) => {
      const staged = await attachments.staging.write(chunks, MAX_UPLOAD_BYTES)
      arrived.push({ name: cleanName(name), index, ...staged })
    })
    if (count === 0) throw failInvalid('There is no file in the request.')
    if (count > MAX_UPLOAD_FILES) throw failInvalid(`At most ${MAX_UPLOAD_FILES} files at once.`)
    arrived.sort((a, b) => a.index - b.index)
    const types = arrived.map(checkFile)
    for (const file of arrived) cleaned.push(await cleanFile(file, attachments))
    const uploaded: UploadedFile[] = []
    for (const [index, contentType] of types.entries()) {
      const file = cleaned[index]
      if (!file) continue
      const { name: arrivedName, size, digest, arrivedDigest } = file
      const name = nameAs(contentType, arrivedName)
      const placed = await attachments.place(file)
      uploaded.push({ name, arrivedName, contentType, size, digest, arrivedDigest, ...placed })
    }
    return uploaded
  } finally {
    await attachments.staging.discard([...arrived, ...cleaned])
  }
}

async function cleanFile(
  file: ArrivedFile,
  attachments: AttachmentService,
): Promise<CleanFile & { name: string }> {
  const { name } = file
  const clean = await attachments.clean(file)
  if (clean !== 'damaged') return { ...clean, name }
  throw failInvalid(
    `${name} is damaged, and may tell where it was made in a place that can’t be read. Save it anew and send that.`,
  )
}

function checkFile({ name, size, head }: ArrivedFile): UploadType {
  if (size > MAX_UPLOAD_BYTES) throw failTooLarge(`${name} is larger than 10 MB.`)
  const contentType = sniffUploadType(head)
  if (!contentType) throw failWrongType(`${name} is neither a PNG, GIF or JPEG image nor a PDF.`)
  return contentType
}

/** A name has no folders and no control characters. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/\p{Cc}/gu, '').trim()
  return isBlank(clean) ? 'file' : clean.slice(-NAME_MAX_CHARS)
}

/**
 * As it is shown and offered when saving: a page that is taken for a PDF because it holds the mark of one is saved as a PDF,
 * whatever it calls itself.
 */
function nameAs(contentType: UploadType, arrivedName: string): string {
  const name = arrivedName.replace(TURNING, '')
  const [ending, ...others] = ENDINGS[contentType]
  const hasOwn = [ending, ...others].some((each) => name.toLowerCase().endsWith(`.${each}`))
  return hasOwn ? name : `${name.slice(0, NAME_MAX_CHARS - ending.length - 1)}.${ending}`
}

type UploadChange = Change & { message: NewMessage & { id: string } }

/**
 * Writes the rows and describes one message per file. The key names the first of them as `clientId`: an operation of the
 * console carries one file (O7).
 */
export async function insertUpload(
  tx: Tx,
  upload: { chatId: string; user: StaffRef; clientId: string | null; files: UploadedFile[] },
): Promise<UploadChange[]> {
  const { chatId, user, files } = upload
  const changes: UploadChange[] = []
  for (const file of files) {
    const { contentType, name, size } = file
    const id = createId()
    const { arrivedDigest: _, arrivedName: _name, ...kept } = file
    await insertAttachment(tx, { id, chatId, ...kept })
    changes.push({
      type: 'new_message',
      chatId,
      message: {
        id: createId(),
        text: '',
        sentByGuest: false,
        attachments: [{ contentType, contentUrl: attachmentUrl(id), name, size }],
        user,
        clientId: changes.length === 0 ? upload.clientId : null,
      },
    })
  }
  return changes
}
