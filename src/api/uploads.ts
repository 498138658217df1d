import * as v from 'valibot'
import { messageSchema, type Message } from '#src/contract/chats.ts'
import { ApiError } from './errors.ts'
import {
  looksLikeHtml,
  parseJson,
  readErrorBody,
  readStatus,
  STALL_MS,
  urlOf,
  type ApiSession,
} from './http.ts'
import { takeOwnConnection } from './own-connection.ts'
import { changeAs, isUnkeyed, watchSession } from './session-call.ts'

export interface Upload {
  chatId: string
  name: string
  type: string
  bytes: ArrayBuffer
  key: string | undefined
  signal: AbortSignal
  /** Told how much has gone out, 0 to 1. */
  onProgress?: (share: number) => void
}

/** Sends one file and gives its messages; null: accepted without rows. Throws ApiError. */
export type UploadFile = (session: ApiSession, upload: Upload) => Promise<Message[] | null>

const messagesSchema = v.array(messageSchema)

/** The slowest line that an upload by fetch is given time for, bytes a millisecond (64 kbit/s): fetch tells no progress. */
const SLOWEST_BYTES_PER_MS = 8

/** The worker's way: fetch, without progress, so that the time to stall grows with the size (O7). */
export const uploadByFetch: UploadFile = (session, upload) =>
  changeAs(
    session,
    {
      method: 'POST',
      path: pathOf(upload),
      form: formOf(upload),
      patienceMs: STALL_MS + upload.bytes.byteLength / SLOWEST_BYTES_PER_MS,
      ...(upload.key === undefined ? {} : { key: upload.key }),
      signal: upload.signal,
    },
    messagesSchema,
  )

/** The page's way: XMLHttpRequest for its progress; given up when nothing moves, however long it takes in all (O7). */
export const uploadByXhr: UploadFile = async (session, upload) => {
  const url = urlOf(session.target, pathOf(upload))
  const headers = headersOf(session, upload)
  if (isUnkeyed(session, upload.key)) {
    const signal = AbortSignal.any([upload.signal, AbortSignal.timeout(STALL_MS)])
    // As XMLHttpRequest has them: requests with other credentials have other connections.
    const credentials = 'same-origin'
    await takeOwnConnection(session.target.fetch, { url, method: 'POST', headers, credentials, signal })
  }
  return watchSession(session, sendByXhr(session, upload, url, headers))
}

const sendByXhr = (
  session: ApiSession,
  upload: Upload,
  url: string,
  headers: Record<string, string>,
): Promise<Message[] | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stall: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => request.abort(), STALL_MS)
    }
    const abort = () => request.abort()
    const finish = (settle: () => void) => {
      clearTimeout(stall)
      upload.signal.removeEventListener('abort', abort)
      settle()
    }
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      watch()
      if (event.lengthComputable) upload.onProgress?.(event.loaded / event.total)
    }
    request.onprogress = watch
    request.onload = () =>
      finish(() => {
        try {
          resolve(readUploadAnswer(request, url, session))
        } catch (error) {
          reject(error instanceof Error ? error : new ApiError({ kind: 'unexpected-responder' }))
        }
      })
    const fail = () =>
      finish(() => reject(new ApiError({ kind: upload.signal.aborted ? 'aborted' : 'unreachable' })))
    request.onerror = fail
    request.onabort = fail
    upload.signal.addEventListener('abort', abort)
    watch()
    request.send(formOf(upload))
  })

function headersOf({ token }: ApiSession, { key }: Upload): Record<string, string> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  return key === undefined ? headers : { ...headers, 'Idempotency-Key': key }
}

function readUploadAnswer(request: XMLHttpRequest, url: string, session: ApiSession): Message[] | null {
  // XMLHttpRequest follows redirects silently; an answer from elsewhere is not the environment's.
  if (request.responseURL !== url) throw new ApiError({ kind: 'unexpected-responder' })
  const text = request.responseText
  const isHtml = looksLikeHtml(text, request.getResponseHeader('content-type'))
  const json = isHtml ? undefined : parseJson(text)
  if (request.status < 200 || request.status >= 300) {
    const headers = { get: (name: string) => request.getResponseHeader(name) }
    throw new ApiError(
      readStatus(request.status, headers, readErrorBody(json), isHtml, session.hasContractBodies),
    )
  }
  const parsed = v.safeParse(messagesSchema, json)
  if (parsed.success) return parsed.output
  if (isHtml || session.hasContractBodies) throw new ApiError({ kind: 'unexpected-responder' })
  return null
}

function pathOf({ chatId }: Upload): string {
  return `/api/takeover/upload/${encodeURIComponent(chatId)}`
}

function formOf({ bytes, name, type }: Upload): FormData {
  const form = new FormData()
  form.append('files', new File([bytes], name, { type }))
  return form
}
