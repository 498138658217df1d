import { ApiError } from './errors.ts'
import { parseJson, readErrorBody, readStatus, STALL_MS, type ApiSession } from './http.ts'
import { readBytes, watchStall } from './read-body.ts'
import { watchSession } from './session-call.ts'

/**
 * An attachment on the environment's own host, with the Bearer token that it needs (CONTRACT section 5). However large, it
 * is fetched as long as it moves; `patienceMs` is how long it may take to begin.
 */
export function fetchFile(
  session: ApiSession,
  url: string,
  signal: AbortSignal,
  patienceMs: number = STALL_MS,
): Promise<FetchedFile> {
  return watchSession(session, fetchBytes(session, url, { signal, patienceMs }))
}

export interface FetchedFile {
  contentType: string
  bytes: ArrayBuffer
}

async function fetchBytes(
  session: ApiSession,
  url: string,
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
): Promise<FetchedFile> {
  const target = new URL(url, session.target.origin)
  // The token goes to the environment and to nobody else.
  if (target.origin !== session.target.origin)
    throw new ApiError({ kind: 'refused', status: 403, body: null })
  const stall = watchStall(patienceMs, STALL_MS)
  let response: Response
  let refusal: string
  try {
    response = await session.target.fetch(target.href, {
      headers: { Authorization: `Bearer ${session.token}` },
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, stall.stalled]),
    })
    if (response.ok) {
      const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
      if (contentType.startsWith('text/html')) throw new ApiError({ kind: 'unexpected-responder' })
      stall.move()
      return { contentType, bytes: (await readBytes(response, stall.move)).buffer }
    }
    stall.move()
    refusal = new TextDecoder().decode(await readBytes(response, stall.move))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError({ kind: signal.aborted ? 'aborted' : 'unreachable' })
  } finally {
    stall.stop()
  }
  if (response.type === 'opaqueredirect') throw new ApiError({ kind: 'unexpected-responder' })
  throw new ApiError(
    readStatus(response.status, response.headers, readErrorBody(parseJson(refusal)), false, false),
  )
}
