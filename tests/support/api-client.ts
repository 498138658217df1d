import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { SOCKET_PROTOCOL } from '#src/contract/frames.ts'
import { TEST_PASSWORD, type TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'

/** An answer as it came, of any status. */
export interface Answer {
  status: number
  headers: Headers
  /** Parsed where it is JSON, else its text; null where it is empty. */
  body: unknown
}

export interface CallOptions {
  method?: string
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  /** Sends this Idempotency-Key. */
  key?: string
}

/** Calls with one session's token, or without any. */
export interface Client {
  token: string | null
  call(path: string, options?: CallOptions): Promise<Answer>
}

export function createClient(server: Pick<TestServer, 'url'>, token: string | null = null): Client {
  return {
    token,
    async call(path, { method = 'GET', json, body, headers = {}, key } = {}) {
      const content = json === undefined ? body : JSON.stringify(json)
      const response = await fetch(server.url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      })
      return { status: response.status, headers: response.headers, body: readText(await response.text()) }
    },
  }
}

/** Signs a test user in; throws where that fails. */
export async function signIn(
  server: Pick<TestServer, 'url'>,
  username: string,
  password = TEST_PASSWORD,
): Promise<Client> {
  const query = new URLSearchParams({ username, password, token: '' })
  const { status, body } = await createClient(server).call(`/api/auth?${query.toString()}`)
  if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`)
  return createClient(server, String(readField(body, 'token')))
}

/** A field of an answer's object, whatever it is. */
export function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

export function makeKey(): string {
  return randomUUID()
}

/** A websocket that keeps what it was sent. */
export interface TestSocket {
  socket: WebSocket
  frames: Record<string, unknown>[]
  /** The code with which it was closed; null while open. */
  closeCode: number | null
  /** Frames of one type. */
  ofType(type: string): Record<string, unknown>[]
  close(): Promise<void>
}

/** Opens a socket as a console does: `protocols` are those after `echo-protocol`. Resolves when it is open or refused. */
export async function openSocket(
  server: Pick<TestServer, 'wsUrl'>,
  protocols: string[],
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(server.wsUrl, [SOCKET_PROTOCOL, ...protocols], { headers })
  const frames: Record<string, unknown>[] = []
  const test: TestSocket = {
    socket,
    frames,
    closeCode: null,
    ofType: (type) => frames.filter((frame) => frame['type'] === type),
    async close() {
      socket.close()
      await waitFor('the socket to close', () => test.closeCode !== null)
    },
  }
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>))
  socket.on('close', (code) => (test.closeCode = code))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return test
}

/** A staff socket that was told the number of admins, which says that it is taken in. */
export async function openStaffSocket(
  server: Pick<TestServer, 'wsUrl'>,
  client: Client,
): Promise<TestSocket> {
  const socket = await openSocket(server, [`bearer.${client.token ?? ''}`])
  await waitFor('the first admin_joined', () => socket.ofType('admin_joined').length > 0)
  return socket
}

function readText(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
