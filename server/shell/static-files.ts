import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AppContext } from '../http/app-env.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}
/** What the build has compressed, in the order in which it is preferred. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const
const YEAR_SECONDS = 31_536_000
/** Names that hold a hash of their content never change; everything else is asked for again each time. */
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`

/** Headers that every page and file of the server carries. */
export const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
} as const

/**
 * Answers with a file of a built folder: compressed where the client takes it, 304 where it has it. Null where the folder
 * has no such file. `name` comes from an address and never leads out of the folder.
 */
export async function serveFile(
  context: AppContext,
  folder: string,
  name: string,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  const file = findInside(folder, name)
  const type = TYPES[path.extname(name).toLowerCase()]
  if (file === null || type === undefined) return null
  const chosen = await chooseVariant(file, context.req.header('Accept-Encoding') ?? '')
  if (!chosen) return null
  const answer: Record<string, string> = {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Cache-Control': name.startsWith('assets/') ? IMMUTABLE : 'no-cache',
    ETag: chosen.etag,
    Vary: 'Accept-Encoding',
    ...headers,
  }
  if (context.req.header('If-None-Match') === chosen.etag)
    return new Response(null, { status: 304, headers: answer })
  if (chosen.encoding) answer['Content-Encoding'] = chosen.encoding
  answer['Content-Length'] = String(chosen.size)
  const body = context.req.method === 'HEAD' ? null : await readFile(chosen.file)
  return new Response(body, { headers: answer })
}

/** Whether an address names a file by its ending; an id with a dot in it does not. */
export function isFileName(name: string): boolean {
  return path.extname(name).toLowerCase() in TYPES
}

interface Variant {
  file: string
  encoding: string | null
  size: number
  etag: string
}

async function chooseVariant(file: string, accepted: string): Promise<Variant | null> {
  for (const { name, suffix } of ENCODINGS) {
    if (!acceptsEncoding(accepted, name)) continue
    const compressed = await describeVariant(file + suffix, name)
    if (compressed) return compressed
  }
  return describeVariant(file, null)
}

async function describeVariant(file: string, encoding: string | null): Promise<Variant | null> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return null
  // A build replaces the whole folder: time and size tell one build's file from the next one's.
  const etag = `W/"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}${encoding ?? ''}"`
  return { file, encoding, size: found.size, etag }
}

/** Whether an Accept-Encoding header names the encoding with a quality above zero. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== encoding) return false
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return quality === undefined || Number(quality.slice(2)) > 0
  })
}

/** The file that a name means, null for a name that leads outside or to what the build keeps to itself. */
function findInside(folder: string, name: string): string | null {
  const hasOddParts = name.split('/').some((part) => part.startsWith('.') || part === '')
  if (hasOddParts || name.includes('\0') || name.includes('\\')) return null
  const file = path.resolve(folder, name)
  return file.startsWith(path.resolve(folder) + path.sep) ? file : null
}
