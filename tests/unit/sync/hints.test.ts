import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { readAnswers } from '#src/db/mirror/reference.ts'
import { signIn } from '#tests/support/api-client.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { idOf, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('what the environment hints at beside chats (I1)', () => {
  let server: TestServer
  let agent: RunningDesk

  beforeEach(async () => {
    // Node 20 has none of its own; a browser has.
    vi.stubGlobal('WebSocket', WebSocket)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server = await startTestServer()
    agent = runDesk(await openDeskAt(server, 'agent'))
    await waitFor('the line to be live', () => agent.connection.get().kind === 'live')
  })
  afterEach(async () => {
    await agent.stop()
    await server.stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('a list may have changed while the connection was down', () => {
    expect(agent.hints).toContain(null)
  })

  it('a saved answer that a manager adds is on an agent’s device at once', async () => {
    const manager = await signIn(server, 'manager')
    const json = { label: 'Pool', answer: 'Until ten.' }
    expect((await manager.call('/api/manager/typical-answers/', { method: 'POST', json })).status).toBe(201)
    await waitFor('the answer to be mirrored', async () =>
      (await readAnswers(agent.desk.workspace.mirror)).some(({ label }) => label === 'Pool'),
    )
    expect(agent.hints).toContain('typical-answers')
  })

  it('a changed role is told to whom it concerns', async () => {
    const admin = await signIn(server, 'admin')
    const path = `/api/admin/users/${idOf('agent')}`
    expect((await admin.call(path, { method: 'PUT', json: { role: 1 } })).status).toBe(200)
    await waitFor('the session to be said to be another', () => agent.hints.includes('session'))
  })
})
