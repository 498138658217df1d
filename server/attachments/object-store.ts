import { open } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { failUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ObjectStoreSettings } from '../settings-types.ts'
import type { ByteRange } from './attachment-home.ts'
import type { StagedFile } from './staging.ts'
import { streamPieces } from './stream-pieces.ts'

/** Until the store has begun to answer; to put a file, until it has taken all of it. */
const ANSWER_TIMEOUT_MS = 15_000
const PUT_TIMEOUT_MS = 60_000
const PIECE_BYTES = 256 * 1024
const RETRY_AFTER_SECONDS = 10

interface ObjectCall {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Bucket and name, as in `bucket/prefix/name`. */
  key: string
  timeoutMs: number
  headers?: Record<string, string>
  body?: ReadableStream<Uint8Array>
}

/**
 * The three calls of an S3-compatible store that attachments need, with the bucket in the path, which every such store takes.
 * Whatever else than the expected it answers is logged without the keys and is a 503: the same may succeed later.
 */
export class ObjectStore {
  readonly #settings: ObjectStoreSettings
  readonly #log: Log

  constructor(settings: ObjectStoreSettings, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  /** The store has it, whole, when this returns: it compares the digest by itself. */
  async put(key: string, { path, size, digest }: StagedFile): Promise<void> {
    const handle = await open(path, 'r')
    const body = streamPieces({ start: 0, end: size }, PIECE_BYTES, {
      async read(offset, length) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    })
    try {
      const headers = { 'X-Amz-Content-Sha256': digest, 'Content-Length': String(size) }
      const answer = await this.#call({ method: 'PUT', key, timeoutMs: PUT_TIMEOUT_MS, headers, body })
      await this.#expect(answer, [200], 'PUT')
      await answer.body?.cancel()
    } finally {
      await handle.close()
    }
  }

  /** Null where the store has no such object. */
  async get(key: string, { start, end }: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const headers = { Range: `bytes=${start}-${end - 1}` }
    const answer = await this.#call({ method: 'GET', key, timeoutMs: ANSWER_TIMEOUT_MS, headers })
    if (answer.status === 404) {
      await answer.body?.cancel()
      return null
    }
    await this.#expect(answer, [206], 'GET')
    return answer.body
  }

  /** Also where it is gone already. */
  async remove(key: string): Promise<void> {
    const answer = await this.#call({ method: 'DELETE', key, timeoutMs: ANSWER_TIMEOUT_MS })
    await this.#expect(answer, [200, 204, 404], 'DELETE')
    await answer.body?.cancel()
  }

  async #call({ method, key, timeoutMs, headers = {}, body }: ObjectCall): Promise<Response> {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#settings
    const url = `${endpoint}/${key}`
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    })
    const signed = await signer.sign()
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), timeoutMs)
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: abort.signal,
        redirect: 'error',
        ...(body ? { body, duplex: 'half' } : {}),
      })
    } catch (error) {
      this.#log.error('object store', error, { method })
      throw failUnreachable()
    } finally {
      clearTimeout(timer)
    }
  }

  async #expect(answer: Response, statuses: number[], method: string): Promise<void> {
    if (statuses.includes(answer.status)) return
    await answer.body?.cancel()
    this.#log.error('object store', new Error(`it answered ${answer.status}`), { method })
    throw failUnreachable()
  }
}

function failUnreachable() {
  return failUnavailable('The files can not be reached at the moment. Please try again.', RETRY_AFTER_SECONDS)
}
