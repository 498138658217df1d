import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readPushPayload, type PushPayload, type PushSubscriptionRequest } from '#src/contract/push.ts'
import { createReceiver, verifyVapid, type PushReceiver, type VapidClaims } from './push-crypto.ts'
import { makeSelfSigned } from './self-signed.ts'

/** A push as it arrived, decrypted. */
export interface ArrivedPush {
  headers: IncomingHttpHeaders
  claims: VapidClaims
  payload: PushPayload
  /** What the device received, before it was read. */
  text: string
  bytes: number
}

/** How the push service answers; `hold` leaves it open until it is let go. */
export interface PushAnswer {
  status: number
  headers?: Record<string, string>
  hold?: Promise<void>
}

/** A device: what it puts with the environment, and what came to it. */
export interface PushDevice {
  subscription: PushSubscriptionRequest & { endpoint: string }
  arrived: ArrivedPush[]
  /** The kinds that arrived, in order. */
  kinds(): string[]
  /** Answers the next pushes so, in order; then 201 again. */
  answerNext(...answers: PushAnswer[]): void
  /** How many of its pushes are being answered now, and the most that ever were. */
  open: { now: number; most: number }
}

/** A push service on loopback that speaks TLS, encrypts and verifies for real. */
export interface PushEndpoint {
  /** Its certificate, to be trusted. */
  ca: string
  port: number
  addDevice(options?: Partial<PushSubscriptionRequest>): PushDevice
  /** What it was asked that was no push of its devices' in words. */
  complaints: string[]
  stop(): Promise<void>
}

interface KnownDevice extends PushDevice {
  receiver: PushReceiver
  answers: PushAnswer[]
}

export async function startPushEndpoint(port = 0): Promise<PushEndpoint> {
  const { key, cert } = makeSelfSigned()
  const devices = new Map<string, KnownDevice>()
  const complaints: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const device = devices.get(request.url ?? '')
      if (!device || request.method !== 'POST') {
        complaints.push(`${request.method} ${request.url}`)
        response.writeHead(404).end()
        return
      }
      void receive(device, request.headers, Buffer.concat(chunks)).then(
        ({ status, headers = {} }) => response.writeHead(status, headers).end('said the push service'),
        (error: unknown) => {
          complaints.push(String(error))
          response.writeHead(400).end()
        },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = (server.address() as AddressInfo).port
  return {
    ca: cert,
    port: taken,
    complaints,
    addDevice(options = {}) {
      const receiver = createReceiver()
      const path = `/push/${devices.size + 1}`
      const answers: PushAnswer[] = []
      const arrived: ArrivedPush[] = []
      const device: KnownDevice = {
        subscription: { endpoint: `https://127.0.0.1:${taken}${path}`, keys: receiver.keys, ...options },
        arrived,
        kinds: () => arrived.map(({ payload }) => payload.kind),
        answerNext: (...next) => void answers.push(...next),
        open: { now: 0, most: 0 },
        receiver,
        answers,
      }
      devices.set(path, device)
      return device
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Reads a push as the browser would, and gives the answer that is due. Throws where it can't be read. */
async function receive(device: KnownDevice, headers: IncomingHttpHeaders, body: Buffer): Promise<PushAnswer> {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as agreed')
  const claims = verifyVapid(headers.authorization ?? '')
  const text = device.receiver.decrypt(body)
  const payload = readPushPayload(text)
  if (!payload) throw new Error(`unreadable: ${text}`)
  device.arrived.push({ headers, claims, payload, text, bytes: body.length })
  device.open.now += 1
  device.open.most = Math.max(device.open.most, device.open.now)
  const answer = device.answers.shift() ?? { status: 201 }
  await answer.hold
  device.open.now -= 1
  return answer
}
