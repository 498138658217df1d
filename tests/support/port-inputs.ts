import fc from 'fast-check'
import { writeUpgrade } from './raw-connection.ts'

/** What is sent over one connection: its packets, and what its sender does after them. */
export interface PortInput {
  packets: Buffer[]
  /** Hangs up at once, breaks the line, or waits for an answer. */
  then: 'end' | 'reset' | 'wait'
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PATCH', 'get', 'X']
const TARGETS = [
  '/',
  '//',
  '///',
  '//[',
  '/..//',
  '*',
  '',
  '?',
  '#',
  'http://',
  'http://[',
  'http://a:99999/',
  'https://a@b:c/',
  '/%',
  '/%00',
  '/%ff%fe',
  '/%2e%2e%2f',
  '/\\',
  '/api',
  '/api/health',
  '/api/health/?a=%',
  '/api/capabilities',
  '/api/auth',
  '/api/info/chats/%E0%A4%A',
  '/api/info/chats?limit=-1&before=%00',
  '/api/sync?cursor=%ff',
  '/api/takeover/pause/%00',
  '/api/takeover/upload/a',
  '/api/attachments/%00',
  '/api/guest/session',
  '/api/guest/messages',
  '/analytics/live?startDate=%',
  '/environments.json',
  '/guest',
  '/guest/assets/%2e%2e%2fx',
  '/assets/%00.js',
]
const HEADERS = [
  'Host',
  'Origin',
  'Vary',
  'Accept',
  'Accept-Encoding',
  'Authorization',
  'Access-Control-Request-Headers',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Expect',
  'Idempotency-Key',
  'If-None-Match',
  'Sec-Fetch-Mode',
  'Sec-WebSocket-Extensions',
  'Sec-WebSocket-Key',
  'Sec-WebSocket-Protocol',
  'Sec-WebSocket-Version',
  'Transfer-Encoding',
  'Upgrade',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  '__proto__',
]
const VALUES = [
  '',
  ' ',
  ',',
  ';q=',
  '0',
  '-1',
  '5',
  '99999999999999999999',
  '[',
  '[::1]:x',
  'a:b:c',
  'evil.example/path',
  'http://[',
  'null',
  'close',
  'keep-alive, Upgrade',
  'websocket',
  'h2c',
  'chunked',
  'gzip, chunked',
  '100-continue',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'Bearer ',
  'Bearer a',
  'echo-protocol, bearer.',
  'echo-protocol, guest.a',
  'permessage-deflate; server_max_window_bits=99',
]
const BODIES = ['', '{', '{}', '[]', '"', '5\r\n{"a":\r\n0\r\n\r\n', 'zz\r\n', '--\r\n\r\n----']

const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((list) => Buffer.from(list).toString('latin1'))
const eitherOf = (list: readonly string[], maxLength: number) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...list) }, { weight: 1, arbitrary: bytes(maxLength) })
const header = fc
  .tuple(
    eitherOf(HEADERS, 12),
    fc.oneof(
      { weight: 12, arbitrary: eitherOf(VALUES, 24) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((length) => 'a'.repeat(length)) },
    ),
  )
  .map(([name, value]) => `${name}: ${value}`)
const headers = fc.array(header, { maxLength: 6 })
const target = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TARGETS) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...TARGETS), bytes(12)).map((parts) => parts.join('')) },
)

const request = fc
  .record({
    method: fc.oneof(
      { weight: 3, arbitrary: fc.constant('GET') },
      { weight: 3, arbitrary: eitherOf(METHODS, 6) },
    ),
    target,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      { weight: 1, arbitrary: eitherOf(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', ''], 8) },
    ),
    host: fc.constantFrom('Host: hotel.example\r\n', 'Host: hotel.example\r\n', 'Host: [\r\n', ''),
    headers,
    body: eitherOf(BODIES, 40),
  })
  .map(({ method, target: path, version, host, headers: lines, body }) =>
    [`${method} ${path} ${version}\r\n${host}`, ...lines.map((line) => `${line}\r\n`), '\r\n', body].join(''),
  )
const damaged = fc.tuple(request, fc.nat(), fc.nat({ max: 6 }), bytes(6)).map(([text, at, cut, put]) => {
  const place = at % (text.length + 1)
  return text.slice(0, place) + put + text.slice(place + cut)
})
const upgrade = fc
  .tuple(target, headers, bytes(20))
  .map(([path, lines, rest]) => writeUpgrade(path, lines) + rest)

const frame = fc
  .record({
    first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x88, 0x89, 0x8a, 0x01, 0x00, 0xff), fc.nat({ max: 255 })),
    length: fc.oneof(fc.constantFrom(0x80, 0x82, 0x85, 0xfe, 0xff, 0x00), fc.nat({ max: 255 })),
    rest: fc.uint8Array({ maxLength: 140 }),
  })
  .map(({ first, length, rest }) => Buffer.from([first, length, ...rest]))

/**
 * What anybody may send to the port: requests that are odd, damaged or none, upgrades of any kind, and frames over websockets
 * that were taken. `guestToken` opens those that stay open.
 */
export function describePortInputs(guestToken: string): fc.Arbitrary<PortInput> {
  const text = fc.oneof(
    { weight: 8, arbitrary: request },
    { weight: 4, arbitrary: damaged },
    { weight: 3, arbitrary: upgrade },
    { weight: 1, arbitrary: bytes(200) },
  )
  const written = fc.tuple(text, fc.option(fc.nat())).map(([whole, at]) => {
    const packet = Buffer.from(whole, 'latin1')
    if (at === null || packet.length === 0) return [packet]
    return [packet.subarray(0, at % packet.length), packet.subarray(at % packet.length)]
  })
  const protocol = fc.constantFrom('', 'echo-protocol, bearer.unknown', `echo-protocol, guest.${guestToken}`)
  const talked = fc
    .tuple(protocol, fc.array(frame, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([token, frames, isOnePacket]) => {
      const opening = Buffer.from(
        writeUpgrade('/', token === '' ? [] : [`Sec-WebSocket-Protocol: ${token}`]),
        'latin1',
      )
      return isOnePacket ? [Buffer.concat([opening, ...frames])] : [opening, ...frames]
    })
  return fc.record({
    packets: fc.oneof({ weight: 3, arbitrary: written }, { weight: 1, arbitrary: talked }),
    then: fc.constantFrom('end', 'reset', 'wait', 'wait', 'wait', 'wait'),
  })
}
