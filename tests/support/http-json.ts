import * as v from 'valibot'

/** An answer that was not a success, with what it said. */
class CallFailed extends Error {
  readonly status: number
  readonly body: unknown

  constructor(what: string, status: number, body: unknown) {
    super(`${what} answered ${status}: ${JSON.stringify(body)}`)
    this.name = 'CallFailed'
    this.status = status
    this.body = body
  }
}

/** Calls the environment and parses the answer with `schema`; throws CallFailed on anything but a 2xx. */
export async function callJson<S extends v.GenericSchema>(
  schema: S,
  url: string,
  init: RequestInit & { token?: string; json?: unknown } = {},
): Promise<v.InferOutput<S>> {
  const { token, json, headers, ...rest } = init
  const response = await fetch(url, {
    ...rest,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(new Headers(headers)),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  if (!response.ok) throw new CallFailed(`${rest.method ?? 'GET'} ${url}`, response.status, body)
  return v.parse(schema, body)
}
