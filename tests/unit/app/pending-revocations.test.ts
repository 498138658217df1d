import { describe, expect, it, vi } from 'vitest'
import { sendRevocations } from '#src/actions/session-sign-out.ts'
import { createRevocationSender } from '#src/app/pending-revocations.ts'
import { endSession, storeCapabilities } from '#src/db/session/sessions.ts'
import { createFaultFetch } from '#tests/support/fault-fetch.ts'
import { ALL_CAPABILITIES, NOON, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

describe('asking the environment to revoke an ended session (D8)', () => {
  it('goes on until it has answered, without anybody coming back', async () => {
    const { sessionDb } = await openDevice()
    await storeCapabilities(sessionDb, TEST_ORIGIN, ALL_CAPABILITIES)
    await endSession(sessionDb, TEST_ORIGIN, NOON)
    const line = createFaultFetch(() => Promise.resolve(new Response(null, { status: 204 })))
    line.failNext(() => true, 'drop')
    const send = createRevocationSender(() =>
      sendRevocations(sessionDb, { origin: TEST_ORIGIN, fetch: line.fetch }),
    )
    send()
    await vi.waitFor(() => expect(line.calls).toHaveLength(1))
    expect(await sessionDb.pendingRevocations.count()).toBe(1)
    await vi.waitFor(async () => expect(await sessionDb.pendingRevocations.count()).toBe(0), 10_000)
    expect(line.calls).toHaveLength(2)
  })

  it('goes on where this device could not note that it was answered', async () => {
    const { sessionDb } = await openDevice()
    await storeCapabilities(sessionDb, TEST_ORIGIN, ALL_CAPABILITIES)
    await endSession(sessionDb, TEST_ORIGIN, NOON)
    const line = createFaultFetch(() => Promise.resolve(new Response(null, { status: 204 })))
    const striking = vi.spyOn(sessionDb.pendingRevocations, 'delete')
    striking.mockRejectedValueOnce(new DOMException('the disk failed', 'AbortError'))
    const send = createRevocationSender(() =>
      sendRevocations(sessionDb, { origin: TEST_ORIGIN, fetch: line.fetch }),
    )
    send()
    await vi.waitFor(() => expect(striking).toHaveBeenCalledOnce())
    expect(await sessionDb.pendingRevocations.count()).toBe(1)
    await vi.waitFor(async () => expect(await sessionDb.pendingRevocations.count()).toBe(0), 10_000)
    expect(line.calls).toHaveLength(2)
  })
})
