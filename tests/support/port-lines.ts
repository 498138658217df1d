import { once } from 'node:events'
import { connect as connectPlain, createServer, type AddressInfo, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { PortLine } from './fuzz-port.ts'

/** A byte on its way to the server, counted from the connection's first, that arrives as another one. */
export interface Damage {
  at: number
  /** What is added to it. */
  by: number
}

/** Connects without TLS. */
export async function openPlainLine(port: number): Promise<PortLine> {
  const socket = connectSocket(port)
  await settle(socket, 'connect')
  return { stream: socket, socket }
}

/** Connects with TLS, whoever the server says it is; resolves when the handshake has ended, well or not. */
export async function openTlsLine(port: number, damage: Damage | null): Promise<PortLine> {
  const socket = connectSocket(port)
  await settle(socket, 'connect')
  const stream = connectTls({
    socket: damage === null ? socket : passDamaged(socket, damage),
    rejectUnauthorized: false,
  })
  stream.on('error', () => socket.destroy())
  if (socket.closed) stream.destroy()
  socket.once('close', () => stream.destroy())
  await settle(stream, 'secureConnect')
  return { stream, socket }
}

/** The first bytes of a client that speaks TLS: its hello. */
export async function recordHello(): Promise<Buffer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connectTls({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  client.on('error', () => undefined)
  const [accepted] = (await once(server, 'connection')) as [Socket]
  accepted.on('error', () => undefined)
  const [hello] = (await once(accepted, 'data')) as [Buffer]
  client.destroy()
  server.close()
  return hello
}

function connectSocket(port: number): Socket {
  const socket = connectPlain({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => socket.destroy())
  return socket
}

async function settle(stream: Duplex, event: 'connect' | 'secureConnect'): Promise<void> {
  if (stream.closed) return
  await new Promise<void>((resolve) => {
    stream.once(event, () => resolve())
    stream.once('close', () => resolve())
  })
}

function passDamaged(socket: Socket, { at, by }: Damage): Duplex {
  let sent = 0
  const line = new Duplex({
    read: () => undefined,
    write(packet: Buffer, _encoding, done) {
      const place = at - sent
      sent += packet.length
      const passed = Buffer.from(packet)
      if (place >= 0 && place < passed.length) passed[place] = ((passed[place] ?? 0) + by) % 256
      socket.write(passed, () => done())
    },
    final(done) {
      socket.end(() => done())
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (packet) => line.push(packet))
  socket.on('end', () => line.push(null))
  return line
}
