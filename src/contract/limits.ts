/** Limits of the wire (CONTRACT section 5 and 8), checked by the console before queueing and by the environment. */
export const MAX_MESSAGE_CHARS = 8_000
/** A ticket's Request and Location (`description` and `title`), characters after trimming. */
export const MAX_TICKET_CHARS = 4_000
export const MAX_TICKET_TITLE_CHARS = 200
export const MAX_TICKET_ROOM_CHARS = 50
/** A question that an intent is trained with; what a guest wrote is offered as one up to here. */
export const MAX_QUESTION_CHARS = 500
export const MAX_UPLOAD_FILES = 10
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
/** Types accepted by content, not by name: png, gif, jpeg, pdf. */
export type UploadType = 'image/png' | 'image/gif' | 'image/jpeg' | 'application/pdf'
/** A stored answer is kept for 30 days per key; after 20 the console no longer trusts it (O10). */
export const IDEMPOTENCY_KEPT_DAYS = 30
export const SYNC_LIMIT_MAX = 1_000
export const RESET_MESSAGES_PER_CHAT = 50
export const GUEST_MESSAGES_PER_MINUTE = 60
export const GUEST_RATINGS_PER_MINUTE = 60
/** `GET /api/guest/messages` gives at most so many. */
export const GUEST_PAGE_MESSAGES = 200
export const HEARTBEAT_MS = 20_000
export const HEARTBEAT_SILENCE_MS = 45_000
/** A report covers at most so many years, from a day to the same day of the calendar, both included. */
export const REPORT_MAX_YEARS = 10
/** Websocket close codes: a session that ended (treated as 401), and a close caused by a change of address. */
export const CLOSE_SESSION_ENDED = 4401
export const CLOSE_URL_CHANGED = 3001
/** A session's sockets, and the close code of its oldest when there is one more: who is closed so does not come back by itself. */
export const MAX_SESSION_SOCKETS = 20
export const CLOSE_TOO_MANY_SOCKETS = 4429

/** Readers of PDFs look for the header behind at most so many other bytes: a byte order mark, a blank line, a mail's header. */
const PDF_HEADER_MAX_OFFSET = 1_024
const PDF_HEADER = '%PDF-'
/** So many of a file's first bytes tell its type. */
export const SNIFFED_BYTES = PDF_HEADER_MAX_OFFSET + PDF_HEADER.length
/** What runs or unfolds where it is opened, and is no PDF whatever follows: programs, scripts, archives, pages. */
const OTHERS = /^(?:MZ|\x7fELF|#!|PK|(?:\xef\xbb\xbf)?\s*<)/

/** The type of a file by its first bytes (CONTRACT section 5: "by content, not by name"); null for any other. */
export function sniffUploadType(bytes: Uint8Array): UploadType | null {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return 'image/gif'
  if (startsWith(0xff, 0xd8, 0xff)) return 'image/jpeg'
  const head = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES))
  return head.includes(PDF_HEADER) && !OTHERS.test(head) ? 'application/pdf' : null
}
