/** A file of a multipart body; its bytes matter to nobody here. */
export interface SentFile {
  name: string
  type: string
  size: number
}

/** A call as it arrives at the environment. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  token: string | null
  key: string | null
  /** Parsed; null where there is none. */
  json: unknown
  /** Of a multipart body. */
  files?: readonly SentFile[]
}

/** `body` undefined: an empty one. */
export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** A call that fails has changed nothing (CONTRACT section 1). */
export class EnvironmentRefusal extends Error {
  readonly answer: Answer

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.answer = { status, body: { message, code, ...(details === undefined ? {} : { details }) } }
  }
}

/** A field of a body that must be a text. Throws 422. */
export function readText(json: unknown, name: string): string {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  if (typeof value !== 'string') throw new EnvironmentRefusal(422, 'invalid', `'${name}' is missing.`)
  return value
}
