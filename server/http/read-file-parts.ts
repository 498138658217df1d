import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { failBadRequest } from '../errors.ts'
import type { AppContext } from './app-env.ts'
import { iterateBody } from './read-request.ts'

/** Other fields are not read. */
const FIELD_MAX_BYTES = 1_024

export interface FilePartLimits {
  /** The field whose files are meant. */
  field: string
  maxFiles: number
  maxBytes: number
}

/** Takes a file as it arrives, whose place among the files is `index`; must read it to its end. */
type TakePart = (name: string, chunks: AsyncIterable<Uint8Array>, index: number) => Promise<void>

/**
 * Reads a multipart body and hands over its files as they arrive: a small one may be taken before a larger one that precedes
 * it. Gives how many there were, also those beyond `maxFiles`, which are not handed over. Everything that was handed over has
 * settled when this does.
 *
 * @throws ApiError 400 no multipart, malformed or broken off, 413 too large; and what `take` throws.
 */
export async function readFileParts(c: AppContext, limits: FilePartLimits, take: TakePart): Promise<number> {
  const parser = openParser(c.req.header('content-type') ?? '')
  const parts: Readable[] = []
  const takes: Promise<void>[] = []
  let isOver = false
  parser.on('file', (field, part, name) => {
    // A part that ends early says so itself too; the parser's first error is the one that counts.
    part.on('error', () => undefined)
    if (isOver || field !== limits.field) part.resume()
    else if (parts.push(part) > limits.maxFiles) part.resume()
    else takes.push(take(decodeName(name), part, takes.length))
  })
  parser.on('error', () => undefined)
  const finished = once(parser, 'finish').catch(() => {
    throw failBadRequest('The multipart body is malformed.')
  })
  try {
    await Promise.all([feed(parser, iterateBody(c, limits.maxBytes), finished), finished])
    await Promise.all(takes)
    return parts.length
  } catch (error) {
    isOver = true
    for (const part of parts) part.destroy(new Error('the request ended early'))
    await Promise.allSettled(takes)
    throw error
  }
}

/** Browsers write these three so, and nothing else (HTML, multipart/form-data encoding). */
function decodeName(name: string): string {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"')
}

function openParser(contentType: string): BusboyInstance {
  if (!contentType.startsWith('multipart/form-data')) throw failBadRequest('The body is not multipart.')
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: FIELD_MAX_BYTES },
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
    })
  } catch {
    throw failBadRequest('The multipart body is malformed.')
  }
}

/** Writes what arrives to the parser, no faster than its files are taken. */
async function feed(
  parser: BusboyInstance,
  chunks: AsyncIterable<Uint8Array>,
  finished: Promise<unknown>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), finished])
  }
  parser.end()
}
