import { describe, expect, it, vi } from 'vitest'
import { tellEndings } from '#src/actions/session-sign-out.ts'
import { createEndings } from '#src/app/endings.ts'
import { endSession, storeCapabilities } from '#src/db/session/sessions.ts'
import { createFaultFetch } from '#tests/support/fault-fetch.ts'
import { ALL_CAPABILITIES, NOON, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

describe('telling the environment of a sign-out (D8)', () => {
  it('goes on until it was heard, without anybody coming back', async () => {
    const { sessionDb } = await openDevice()
    await storeCapabilities(sessionDb, TEST_ORIGIN, ALL_CAPABILITIES)
    await endSession(sessionDb, TEST_ORIGIN, NOON)
    const line = createFaultFetch(() => Promise.resolve(new Response(null, { status: 204 })))
    line.failNext(() => true, 'drop')
    const tell = createEndings(() => tellEndings(sessionDb, { origin: TEST_ORIGIN, fetch: line.fetch }))
    tell()
    await vi.waitFor(() => expect(line.calls).toHaveLength(1))
    expect(await sessionDb.endings.count()).toBe(1)
    await vi.waitFor(async () => expect(await sessionDb.endings.count()).toBe(0), 10_000)
    expect(line.calls).toHaveLength(2)
  })
})
