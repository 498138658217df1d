import fc from 'fast-check'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createClient, openStaffSocket, signIn } from '#tests/support/api-client.ts'
import { describePortInputs, type PortInput } from '#tests/support/port-inputs.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { trapUncaught } from '#tests/support/uncaught.ts'

const INPUTS = 20_000
/** Connections at once. */
const BATCH = 100
/** Who waits for an answer gives up after so long: what was sent may be half of something. */
const PATIENCE_MS = 100

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), listener: { stallMs: 1_000 } })
})
afterAll(() => server.stop())

/** Sends what an input says over a connection of its own; gives the beginning of what came back. */
async function sendInput({ packets, then }: PortInput): Promise<string> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', noDelay: true })
  let heard = ''
  const over = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      heard = (heard + data.toString('latin1')).slice(0, 200)
      if (then === 'wait') setTimeout(() => socket.resetAndDestroy(), 0)
    })
  })
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
    socket.once('close', () => resolve())
  })
  for (const packet of packets) {
    if (!socket.writable) break
    socket.write(packet)
    await setImmediate()
  }
  if (then === 'end') socket.end()
  if (then === 'reset') socket.resetAndDestroy()
  const patience = setTimeout(() => socket.resetAndDestroy(), PATIENCE_MS)
  await over
  clearTimeout(patience)
  return heard
}

function print(inputs: PortInput[]): string {
  return inputs.map(({ packets, then }) => JSON.stringify([then, ...packets.map(String)])).join('\n')
}

it(`answers or ends ${INPUTS} inputs of anybody’s, and serves on`, async () => {
  const guest = await server.context.store.transact((tx) =>
    createGuestSession(tx, { chatId: 'free', guestId: 'guest-free' }),
  )
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`raw port: FUZZ_SEED=${seed}\n`)
  const inputs = fc.sample(describePortInputs(guest), { seed, numRuns: INPUTS })
  const trap = trapUncaught()
  let answers = 0
  for (let at = 0; at < inputs.length; at += BATCH) {
    const batch = inputs.slice(at, at + BATCH)
    const heard = await Promise.all(batch.map(sendInput))
    answers += heard.filter((text) => text.startsWith('HTTP/1.1 ')).length
    const failed = batch.filter((_, index) => heard[index]?.startsWith('HTTP/1.1 500'))
    expect(failed, `FUZZ_SEED=${seed}\n${print(failed)}`).toEqual([])
    expect(trap.errors, `FUZZ_SEED=${seed}\n${print(batch)}`).toEqual([])
    expect(server.logLines, `FUZZ_SEED=${seed}\n${print(batch)}`).toEqual([])
  }
  // Had the server hung up on all, there would be nothing to it. Many are half of something, or hang up themselves.
  expect(answers).toBeGreaterThan(INPUTS / 10)

  expect((await createClient(server).call('/api/health')).status).toBe(200)
  const socket = await openStaffSocket(server, await signIn(server, 'agent'))
  await socket.close()
  await setImmediate()
  expect(trap.errors).toEqual([])
  trap.remove()
})
