import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { chooseSeed, fuzzPort, sendInput, type FuzzedLine } from '#tests/support/fuzz-port.ts'
import { describePortInputs, type PortInput } from '#tests/support/port-inputs.ts'
import { openPlainLine, openTlsLine, recordHello } from '#tests/support/port-lines.ts'
import { openRawConnection, writeUpgrade } from '#tests/support/raw-connection.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTlsServer, type TlsServer } from '#tests/support/tls-server.ts'
import { trapUncaught } from '#tests/support/uncaught.ts'

const INPUTS = 3_000
/** A client's handshake is some 600 bytes; what follows are its requests. */
const DAMAGE_WITHIN = 1_200
const TLS_VERSIONS = [0x0301, 0x0303, 0x0304, 0x0200, 0xffff]

let tls: TlsServer
let port = 0
let guest = ''
let hello: Buffer
beforeAll(async () => {
  tls = await startTlsServer({ hotel: makeHotel(), listener: { stallMs: 500 } })
  port = Number(new URL(tls.server.url).port)
  hello = await recordHello()
  guest = await tls.server.context.store.transact((tx) =>
    createGuestSession(tx, { chatId: 'free', guestId: 'guest-free' }),
  )
})
afterAll(() => tls.stop())

/** What a client sends in place of a handshake: a hello that is damaged or half of one, and records of any kind. */
function describeRecords(): fc.Arbitrary<PortInput> {
  const damaged = fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 6 }), fc.nat(6)).map(([at, put, cut]) => {
    const place = at % hello.length
    return Buffer.concat([hello.subarray(0, place), put, hello.subarray(place + cut)])
  })
  const half = fc.nat().map((at) => hello.subarray(0, at % hello.length))
  const record = fc
    .record({
      type: fc.oneof(fc.integer({ min: 0x14, max: 0x18 }), fc.nat(255)),
      version: fc.constantFrom(...TLS_VERSIONS),
      length: fc.oneof(fc.nat(40), fc.constantFrom(0, 16_384, 16_385, 65_535)),
      rest: fc.uint8Array({ maxLength: 60 }),
    })
    .map(({ type, version, length, rest }) => {
      return Buffer.from([type, version >> 8, version & 0xff, length >> 8, length & 0xff, ...rest])
    })
  const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list))
  const whole = fc.constant(hello)
  return fc.record({
    packets: fc.array(fc.oneof(damaged, half, whole, record, bytes), { minLength: 1, maxLength: 3 }),
    then: fc.constantFrom('end', 'reset', 'wait'),
  })
}

/** What anybody may send to a port with TLS: within it, damaged on the way, in place of it, and without it. */
function describeLines(): fc.Arbitrary<FuzzedLine> {
  const input = describePortInputs(guest)
  const damage = fc.record({ at: fc.nat(DAMAGE_WITHIN), by: fc.integer({ min: 1, max: 255 }) })
  const within = input.map((sent) => ({ input: sent, open: () => openTlsLine(port, null) }))
  const damaged = fc
    .tuple(input, damage)
    .map(([sent, damaging]) => ({ input: sent, open: () => openTlsLine(port, damaging) }))
  const without = fc
    .oneof({ weight: 3, arbitrary: describeRecords() }, { weight: 1, arbitrary: input })
    .map((sent) => ({ input: sent, open: () => openPlainLine(port) }))
  return fc.oneof(
    { weight: 4, arbitrary: within },
    { weight: 3, arbitrary: damaged },
    { weight: 3, arbitrary: without },
  )
}

function ask(request: string): Promise<string> {
  const input: PortInput = { packets: [Buffer.from(request)], then: 'wait' }
  return sendInput({ input, open: () => openTlsLine(port, null) })
}

it(`answers or ends ${INPUTS} inputs of anybody’s, and serves on`, async () => {
  const lines = fc.sample(describeLines(), { seed: chooseSeed('port with TLS'), numRuns: INPUTS })
  const trap = trapUncaught()
  // Had the server hung up on all, there would be nothing to it. Many never come as far as to a request.
  expect(await fuzzPort(tls.server, trap, lines)).toBeGreaterThan(INPUTS / 20)

  expect(await ask('GET /api/health HTTP/1.1\r\nHost: hotel.example\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  const upgrade = writeUpgrade('/', [`Sec-WebSocket-Protocol: echo-protocol, guest.${guest}`])
  expect(await ask(upgrade)).toMatch(/^HTTP\/1\.1 101 /)
  await setImmediate()
  expect(trap.errors).toEqual([])
  trap.remove()
})

it('ends a handshake that stands still', async () => {
  const connection = await openRawConnection(tls.server, hello.subarray(0, hello.length / 2))
  expect(await connection.waitUntilOver()).toBe('')
  expect(tls.server.logLines).toEqual([])
})
