import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportGuest } from '#src/api/guests.ts'
import { describeReadFailure } from '#src/online/describe-answer.ts'
import { apiSession } from '#src/sync/context.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it.each([
  ['admin', 'This guest does not exist.'],
  ['operator', 'Your role does not allow this.'],
])('an export that %s is refused says why in the environment’s words', async (username, words) => {
  const desk = await openDeskAt(server, username)
  const { signal } = new AbortController()
  const problem = await exportGuest(apiSession(desk.context), 'nobody', signal).catch(describeReadFailure)
  expect(problem).toBe(words)
})
