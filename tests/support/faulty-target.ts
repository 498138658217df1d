import * as v from 'valibot'
import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import { callFor, type ApiTarget, type LineReading } from '#src/api/http.ts'
import { createFaultFetch, type Fault } from './fault-fetch.ts'
import { TEST_ORIGIN } from './local.ts'

export const schema = v.object({ id: v.string() })
export const PATH = '/api/info/chats/c'

/** A target whose answers are these, in order, and what its watchers were told. */
export function createTarget(...faults: Fault[]) {
  const line = createFaultFetch(() => Promise.reject(new TypeError('nothing planned')))
  line.failNext(() => true, ...faults)
  const readings: LineReading[] = []
  const offsets: number[] = []
  const target: ApiTarget = {
    origin: TEST_ORIGIN,
    fetch: line.fetch,
    onLine: (reading) => readings.push(reading),
    onClockOffset: (ms) => offsets.push(ms),
  }
  return { target, line, readings, offsets }
}

/** An environment whose answer comes in pieces, when the test says so; a call that is given up ends it. */
export function createTrickle(headers: Record<string, string> = {}) {
  const readings: LineReading[] = []
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) })
  const target: ApiTarget = {
    origin: TEST_ORIGIN,
    fetch: (_, init) => {
      init?.signal?.addEventListener('abort', () => body?.error(init.signal?.reason))
      return Promise.resolve(new Response(stream, { headers }))
    },
    onLine: (reading) => readings.push(reading),
  }
  return {
    target,
    readings,
    part: (text: string) => body?.enqueue(new TextEncoder().encode(text)),
    end: () => body?.close(),
  }
}

export async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await call.then(
    (value) => new Error(`it succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error.failure
}

export const get = (target: ApiTarget, hasContractBodies = true, signal?: AbortSignal) =>
  callFor(target, { method: 'GET', path: PATH, hasContractBodies, ...(signal ? { signal } : {}) }, schema)
