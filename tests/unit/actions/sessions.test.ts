import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { signOut, sendRevocations } from '#src/actions/session-sign-out.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { readCapabilities, storeCapabilities } from '#src/db/session/sessions.ts'
import { openWorkspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { createFaultFetch, type Fault } from '#tests/support/fault-fetch.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import {
  ALL_CAPABILITIES,
  makeUser,
  NO_CAPABILITIES,
  NOON,
  openDevice,
  TEST_ORIGIN,
} from '#tests/support/local.ts'
import { hasSecret, openSignInForm } from '#tests/support/sign-in-form.ts'

const SILENT = { onOutdated: () => undefined, onBroken: () => undefined }
const capabilitiesAnswer: Fault = { status: 200, body: ALL_CAPABILITIES }
const user: Fault = { status: 200, body: { ...makeUser(), token: 'fresh' } }

afterEach(() => vi.unstubAllGlobals())

async function openSignIn(...faults: Fault[]) {
  const { sessionDb } = await openDevice()
  return { sessionDb, ...openSignInForm(sessionDb, ...faults) }
}

describe('signing in (CONTRACT sections 2 and 3)', () => {
  it('stores the session, and the password stands in no address where POST is offered', async () => {
    const { logIn, line, sessionDb } = await openSignIn(capabilitiesAnswer, user)
    expect(await logIn()).toMatchObject({
      type: 'signed-in',
      session: { token: 'fresh', status: 'signed-in' },
    })
    expect(line.calls.map((call) => [call.method, call.path])).toEqual([
      ['GET', '/api/capabilities'],
      ['POST', '/api/auth'],
    ])
    expect(line.calls[1]?.body).toEqual({ username: 'agent', password: 'secret', token: '' })
    expect(await readCapabilities(sessionDb, TEST_ORIGIN)).toEqual(ALL_CAPABILITIES)
  })

  it('an environment that has the specification alone is asked by GET', async () => {
    const { logIn, line } = await openSignIn({ status: 404, body: '' }, user)
    expect((await logIn()).type).toBe('signed-in')
    expect(line.calls[1]?.path).toBe('/api/auth?username=agent&password=secret&token=')
  })

  it.each<[string, Fault]>([
    ['unexpected-responder', 'html'],
    ['unexpected-responder', 'half-json'],
    ['unreachable', 'drop'],
    ['unreachable', 'error-500'],
  ])('%s: no password is sent to what was not recognised (%s)', async (type, fault) => {
    const { logIn, line } = await openSignIn(fault)
    expect((await logIn()).type).toBe(type)
    expect(line.calls.some(hasSecret)).toBe(false)
  })

  it('a portal in the way gets no password, also where the environment is known', async () => {
    const { logIn, line, sessionDb } = await openSignIn('html')
    await storeCapabilities(sessionDb, TEST_ORIGIN, NO_CAPABILITIES)
    expect((await logIn()).type).toBe('unexpected-responder')
    expect(line.calls.some(hasSecret)).toBe(false)
  })

  it.each<[string, Fault]>([
    ['wrong-credentials', 'unauthorized'],
    ['slowed-down', 'busy'],
    ['refused', { status: 422, body: { message: 'No.', code: 'invalid' } }],
    ['unexpected-responder', 'html'],
    ['unreachable', 'drop'],
  ])('ends as %s', async (type, fault) => {
    const { logIn, sessionDb } = await openSignIn(capabilitiesAnswer, fault)
    expect((await logIn()).type).toBe(type)
    expect((await sessionDb.sessions.get(TEST_ORIGIN))?.token).toBe('token')
  })
})

describe('signing out (D8)', () => {
  async function openWithWork() {
    vi.stubGlobal('navigator', {})
    const device = await openDevice()
    const { workspace } = device
    await writeMirror(workspace, [workspace.mirror.chats], async () => {
      const chat = makeChatRow('c')
      const row = { id: 'c', chat, updatedAt: chat.updatedAt, help: 0 as const, paused: 0 as const }
      await workspace.mirror.chats.put({ ...row, heldBy: '', readAt: 0, snapshot: '', preview: null })
    })
    await sendMessage(workspace, 'c', 'unsent', NOON)
    await saveDraft(workspace, 'c', 'half a thought', NOON)
    return device
  }

  it('keep: the mirror is empty, unsent work waits for the same user, and late writes fail', async () => {
    const { sessionDb, workspace, options } = await openWithWork()
    await signOut(sessionDb, workspace, 'keep', NOON)
    expect(await workspace.mirror.chats.count()).toBe(0)
    await expect(saveDraft(workspace, 'c', 'late', NOON)).rejects.toThrow(SessionEndedError)
    await expect(writeMirror(workspace, [], async () => undefined)).rejects.toThrow(SessionEndedError)
    const again = await openDevice({ options })
    expect(await again.workspace.outbox.operations.count()).toBe(1)
    await saveDraft(again.workspace, 'c', 'on we go', NOON)
    expect((await again.workspace.outbox.drafts.get('c'))?.text).toBe('on we go')
  })

  it('requests are aborted and alerts end once the session has, and nothing waits for them to be cleared', async () => {
    const { sessionDb, workspace } = await openWithWork()
    const log: string[] = []
    let end: () => void = () => undefined
    const leaving = {
      abortRequests: () => void log.push('aborted'),
      async unsubscribeAlerts() {
        log.push(`alerts end: ${(await sessionDb.sessions.get(TEST_ORIGIN))?.status}`)
        await new Promise<void>((resolve) => (end = resolve))
      },
    }
    const done = signOut(sessionDb, workspace, 'keep', NOON, leaving)
    await expect.poll(() => log).toEqual(['aborted', 'alerts end: signed-out'])
    // A browser that is slow to unsubscribe keeps no guest's word on the device.
    await expect.poll(() => workspace.mirror.chats.count()).toBe(0)
    end()
    await done
  })

  it('one that can’t end the session has ended nothing else', async () => {
    const { sessionDb, workspace } = await openWithWork()
    const log: string[] = []
    sessionDb.close()
    const leaving = {
      abortRequests: () => void log.push('aborted'),
      unsubscribeAlerts: () => Promise.resolve(void log.push('alerts')),
    }
    await expect(signOut(sessionDb, workspace, 'keep', NOON, leaving)).rejects.toThrow()
    expect(log).toEqual([])
    expect(await workspace.mirror.chats.count()).toBe(1)
  })

  it('discard: nothing of theirs is left', async () => {
    const { sessionDb, workspace } = await openWithWork()
    await signOut(sessionDb, workspace, 'discard', NOON)
    for (const table of workspace.outbox.tables) {
      expect([table.name, await table.count()]).toEqual([table.name, table.name === 'meta' ? 1 : 0])
    }
  })

  it('another tab that still has the old session can write nothing', async () => {
    const { sessionDb, workspace, session, options } = await openWithWork()
    const other = await openWorkspace(session, options, SILENT)
    await signOut(sessionDb, workspace, 'keep', NOON)
    await expect(saveDraft(other, 'c', 'from a frozen tab', NOON)).rejects.toThrow(SessionEndedError)
    other.mirror.close()
    other.outbox.close()
  })

  it('the server is sent, now or later, and of no other environment', async () => {
    const { sessionDb, workspace } = await openWithWork()
    await signOut(sessionDb, workspace, 'keep', NOON)
    await storeCapabilities(sessionDb, TEST_ORIGIN, ALL_CAPABILITIES)
    await sessionDb.pendingRevocations.put({ token: 'elsewhere', origin: 'https://other.example' })
    const line = createFaultFetch(() => Promise.resolve(new Response(null, { status: 204 })))
    const target = { origin: TEST_ORIGIN, fetch: line.fetch }
    line.failNext(() => true, 'drop')
    await sendRevocations(sessionDb, target)
    expect(await sessionDb.pendingRevocations.count()).toBe(2)
    await sendRevocations(sessionDb, target)
    expect((await sessionDb.pendingRevocations.toArray()).map((row) => row.token)).toEqual(['elsewhere'])
    expect(line.calls.map((call) => [call.method, call.token])).toEqual([
      ['DELETE', 'token'],
      ['DELETE', 'token'],
    ])
  })
})
