import * as v from 'valibot'
import { failBadRequest, failInvalid, failTooLarge } from '../errors.ts'
import type { AppContext } from './app-env.ts'

/** The largest JSON body: a message of 8,000 characters fits in any escaping. */
const JSON_MAX_BYTES = 256 * 1024

/**
 * Parses a JSON body.
 *
 * @throws ApiError 413 too large, 400 no JSON, 422 JSON of another shape.
 */
export async function readJson<S extends v.GenericSchema>(
  c: AppContext,
  schema: S,
): Promise<v.InferOutput<S>> {
  const bytes = await readLimitedBody(c, JSON_MAX_BYTES)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw failBadRequest('The body is not JSON.')
  }
  // The library takes a list for an object of which nothing is required.
  if (schema.type === 'object' && Array.isArray(json)) throw failInvalid('The body is a list.')
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  throw failInvalid(describeIssue(parsed.issues[0]))
}

/** A body of any kind, whole. Throws 413 above `maxBytes`, 400 where it is broken off. */
export async function readLimitedBody(c: AppContext, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of iterateBody(c, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A body as it arrives, up to `maxBytes`, without taking in more. Throws 413, and 400 where it is broken off. */
export async function* iterateBody(c: AppContext, maxBytes: number): AsyncGenerator<Uint8Array> {
  const declared = Number(c.req.header('content-length') ?? 0)
  if (declared > maxBytes) throw failTooLarge('The request is too large.')
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw failTooLarge('The request is too large.')
      yield chunk
    }
  } catch (error) {
    // Who hangs up hears nothing of it, and it is no fault of ours.
    if (c.env.incoming.readableAborted) throw failBadRequest('The request was broken off.')
    throw error
  }
}

/** A whole number in a query; null where it is absent. Throws 400 outside of the bounds. */
export function readWholeNumber(
  c: AppContext,
  name: string,
  bounds: { min: number; max: number },
): number | null {
  const text = c.req.query(name)
  if (text === undefined || text === '') return null
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= bounds.min && number <= bounds.max) return number
  throw failBadRequest(`'${name}' must be a whole number from ${bounds.min} to ${bounds.max}.`)
}

/** A path parameter that the route's pattern guarantees. */
export function readParam(c: AppContext, name: string): string {
  return c.req.param(name) ?? ''
}

/** What the library expects, in words; of anything else is said that it is not taken. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

/** A wrong field in a sentence: ours name the field themselves, for the library's it is named here. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message
  const path = v.getDotPath(issue)
  const what = path === null ? 'The body' : `The field '${path}'`
  if (issue.received === 'undefined') return `${what} is missing.`
  const kind = KINDS[issue.expected ?? '']
  return kind === undefined ? `${what} has a value that is not taken.` : `${what} is not ${kind}.`
}
