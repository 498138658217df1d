import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { acceptsEncoding } from './static-files.ts'

/** Below this many bytes a compressed answer is no faster on the wire. */
const COMPRESS_FROM_BYTES = 1_400
/** Quick rather than small: answers are made once each. */
const GZIP_LEVEL = 4
/** Holds a token beside what the caller sent: compressed, its length would tell about it. */
const NEVER_COMPRESSED = '/api/auth'

const gzipAsync = promisify(gzip)

/** Compresses the JSON of calls' answers for those who take it; a page of a long chat is a tenth of its size. */
export function compressAnswers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.path.startsWith(NEVER_COMPRESSED) || !isJson(c.res)) return
    c.res.headers.append('Vary', 'Accept-Encoding')
    if (!acceptsEncoding(c.req.header('Accept-Encoding') ?? '', 'gzip')) return
    const plain = new Uint8Array(await c.res.arrayBuffer())
    const isWorthIt = plain.length >= COMPRESS_FROM_BYTES
    const body = isWorthIt ? new Uint8Array(await gzipAsync(plain, { level: GZIP_LEVEL })) : plain
    c.res = new Response(body, c.res)
    c.res.headers.set('Content-Length', String(body.length))
    if (isWorthIt) c.res.headers.set('Content-Encoding', 'gzip')
  }
}

function isJson(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? ''
  return (
    response.body !== null && type.startsWith('application/json') && !response.headers.has('Content-Encoding')
  )
}
