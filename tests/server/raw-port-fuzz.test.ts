import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createClient, openStaffSocket, signIn } from '#tests/support/api-client.ts'
import { chooseSeed, fuzzPort } from '#tests/support/fuzz-port.ts'
import { describePortInputs } from '#tests/support/port-inputs.ts'
import { openPlainLine } from '#tests/support/port-lines.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { trapUncaught } from '#tests/support/uncaught.ts'

const INPUTS = 20_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), listener: { stallMs: 1_000 } })
})
afterAll(() => server.stop())

it(`answers or ends ${INPUTS} inputs of anybody’s, and serves on`, async () => {
  const guest = await server.context.store.transact((tx) =>
    createGuestSession(tx, { chatId: 'free', guestId: 'guest-free' }),
  )
  const port = Number(new URL(server.url).port)
  const inputs = fc.sample(describePortInputs(guest), { seed: chooseSeed('raw port'), numRuns: INPUTS })
  const trap = trapUncaught()
  const lines = inputs.map((input) => ({ input, open: () => openPlainLine(port) }))
  // Had the server hung up on all, there would be nothing to it. Many are half of something, or hang up themselves.
  expect(await fuzzPort(server, trap, lines)).toBeGreaterThan(INPUTS / 10)

  expect((await createClient(server).call('/api/health')).status).toBe(200)
  const socket = await openStaffSocket(server, await signIn(server, 'agent'))
  await socket.close()
  await setImmediate()
  expect(trap.errors).toEqual([])
  trap.remove()
})
