import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { acceptsEncoding } from './static-files.ts'

/** Below this many bytes a compressed answer is no faster on the wire. */
const COMPRESS_FROM_BYTES = 1_400
/** Quick rather than small: answers are made once each. */
const GZIP_LEVEL = 4
/** As quick as that, and a page of changes is a fifth smaller. */
const BROTLI_QUALITY = 4
/** Holds a token beside what the caller sent: compressed, its length would tell about it. */
const NEVER_COMPRESSED = '/api/auth'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** In the order in which they are preferred. Browsers take `br` over https and from loopback only. */
const ENCODINGS = ['br', 'gzip'] as const
export type EncodingName = (typeof ENCODINGS)[number]

/** Compresses the JSON of calls' answers for those who take it; a page of a long chat is a sixth of its size. */
export function compressAnswers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.path.startsWith(NEVER_COMPRESSED) || !isJson(c.res)) return
    // A file to be saved may be of any size: it goes out as it is made.
    if (c.res.headers.has('Content-Disposition')) return
    c.res.headers.append('Vary', 'Accept-Encoding')
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'))
    if (!encoding) return
    const plain = new Uint8Array(await c.res.arrayBuffer())
    const isWorthIt = plain.length >= COMPRESS_FROM_BYTES
    const body = isWorthIt ? new Uint8Array(await packBody(plain, encoding)) : plain
    c.res = new Response(body, c.res)
    c.res.headers.set('Content-Length', String(body.length))
    if (isWorthIt) c.res.headers.set('Content-Encoding', encoding)
  }
}

/** The best that a client takes; undefined where it takes none. */
export function chooseEncoding(accepted = ''): EncodingName | undefined {
  return ENCODINGS.find((name) => acceptsEncoding(accepted, name))
}

export function packBody(plain: Uint8Array, encoding: EncodingName): Promise<Buffer> {
  return encoding === 'br' ? packBrotli(plain) : gzipAsync(plain, { level: GZIP_LEVEL })
}

function packBrotli(plain: Uint8Array): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotliAsync(plain, { params })
}

function isJson(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? ''
  return (
    response.body !== null && type.startsWith('application/json') && !response.headers.has('Content-Encoding')
  )
}
