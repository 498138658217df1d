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
const ENCODINGS = [
  { name: 'br', pack: packBrotli },
  { name: 'gzip', pack: (plain: Uint8Array) => gzipAsync(plain, { level: GZIP_LEVEL }) },
] as const

/** Compresses the JSON of calls' answers for those who take it; a page of a long chat is a sixth of its size. */
export function compressAnswers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.path.startsWith(NEVER_COMPRESSED) || !isJson(c.res)) return
    // A file to be saved may be of any size: it goes out as it is made.
    if (c.res.headers.has('Content-Disposition')) return
    c.res.headers.append('Vary', 'Accept-Encoding')
    const accepted = c.req.header('Accept-Encoding') ?? ''
    const encoding = ENCODINGS.find(({ name }) => acceptsEncoding(accepted, name))
    if (!encoding) return
    const plain = new Uint8Array(await c.res.arrayBuffer())
    const isWorthIt = plain.length >= COMPRESS_FROM_BYTES
    const body = isWorthIt ? new Uint8Array(await encoding.pack(plain)) : plain
    c.res = new Response(body, c.res)
    c.res.headers.set('Content-Length', String(body.length))
    if (isWorthIt) c.res.headers.set('Content-Encoding', encoding.name)
  }
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
