import { connect, type Socket } from 'node:net'
import { waitFor } from './wait-for.ts'

/** A connection that says what a test has it say, be it HTTP or not, and keeps what it hears. */
export interface RawConnection {
  socket: Socket
  /** What came, one character for each byte. */
  read(): string
  /** Whether the other side has ended it, in good order or not. */
  isOver(): boolean
  /** Waits until the other side has ended it; gives what came. */
  waitUntilOver(): Promise<string>
}

/** Connects to a server on loopback and sends `bytes` in one go. */
export async function openRawConnection(
  server: { url: string },
  bytes: string | Uint8Array,
): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  let isOver = false
  socket.on('data', (data) => (heard += data.toString('latin1')))
  socket.on('error', () => (isOver = true))
  socket.on('end', () => (isOver = true))
  socket.on('close', () => (isOver = true))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(bytes)
  return {
    socket,
    read: () => heard,
    isOver: () => isOver,
    async waitUntilOver() {
      await waitFor('the other side to end the connection', () => isOver)
      return heard
    },
  }
}

/** The request of a websocket for `target`, which a server that takes it answers with 101. */
export function writeUpgrade(target: string, headers: readonly string[] = []): string {
  return [
    `GET ${target} HTTP/1.1`,
    'Host: hotel.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
    '\r\n',
  ].join('\r\n')
}
