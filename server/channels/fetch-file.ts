import { MAX_UPLOAD_BYTES, sniffUploadType, type UploadType } from '#src/contract/limits.ts'
import type { AttachmentService } from '../attachments/attachment-service.ts'
import type { StagedFile } from '../attachments/staging.ts'
import type { PlacedBytes } from '../store/chats/attachment-rows.ts'

/** A file of a guest that passed every check and whose bytes are where they stay. */
export interface ArrivedFile extends PlacedBytes {
  name: string
  contentType: UploadType
  size: number
  digest: string
}

const FETCH_TIMEOUT_MS = 10_000
const NAMES: Record<UploadType, string> = {
  'image/png': 'picture.png',
  'image/gif': 'picture.gif',
  'image/jpeg': 'picture.jpg',
  'application/pdf': 'document.pdf',
}
/** After 'The guest sent a file that is not shown here: '. */
const UNREACHABLE = 'it could not be fetched'
const TOO_LARGE = 'it is larger than 10 MB'
const DAMAGED = 'it is damaged'
const OTHER_TYPE = 'it is neither a PNG, GIF or JPEG image nor a PDF'

/**
 * Fetches a file that a guest has sent from where the provider keeps it, and puts it where attachments are kept: what gets no
 * row is removed as an orphan. Within the limits of staff's uploads, and without
 * notes on where it was made, as theirs. `problem`: why it is not taken, in words for staff.
 */
export async function fetchFile(
  attachments: AttachmentService,
  url: URL,
  headers: Record<string, string>,
): Promise<ArrivedFile | { problem: string }> {
  const staged: StagedFile[] = []
  try {
    // On a redirect to another host, `fetch` leaves the sign-in behind.
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      return { problem: UNREACHABLE }
    }
    staged.push(await attachments.staging.write(takeAtMost(response.body), MAX_UPLOAD_BYTES))
  } catch {
    return { problem: UNREACHABLE }
  }
  try {
    return await keepFile(attachments, staged)
  } finally {
    await attachments.staging.discard(staged)
  }
}

/** `staged` is the file that arrived; what else is to be discarded is added. */
async function keepFile(
  attachments: AttachmentService,
  staged: StagedFile[],
): Promise<ArrivedFile | { problem: string }> {
  const [arrived] = staged
  if (!arrived) return { problem: UNREACHABLE }
  if (arrived.size > MAX_UPLOAD_BYTES) return { problem: TOO_LARGE }
  const contentType = sniffUploadType(arrived.head)
  if (contentType === null) return { problem: OTHER_TYPE }
  const clean = await attachments.clean(arrived)
  if (clean === 'damaged') return { problem: DAMAGED }
  staged.push(clean)
  const { size, digest } = clean
  return { name: NAMES[contentType], contentType, size, digest, ...(await attachments.place(clean)) }
}

/** No more is read of a file than shows that it is too large. */
async function* takeAtMost(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    yield chunk
    size += chunk.byteLength
    if (size > MAX_UPLOAD_BYTES) return
  }
}
