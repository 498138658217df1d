import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLEAR_WITHIN_MS } from '#src/actions/finish-sign-out.ts'
import { finishSignOuts } from '#src/actions/finish-sign-outs.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { signOut } from '#src/actions/session-sign-out.ts'
import { SignOutUnfinishedError } from '#src/db/errors.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { MirrorDatabase, mirrorName } from '#src/db/mirror/database.ts'
import { OutboxDatabase, outboxName } from '#src/db/outbox/database.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { readPendingClearings, type UnsentChoice } from '#src/db/session/pending-clearings.ts'
import { endSession, storeSignIn } from '#src/db/session/sessions.ts'
import { closeWorkspace, type DatabaseOptions } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { dieAtWrite } from '#tests/support/dying-page.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import {
  ALL_CAPABILITIES,
  freshOptions,
  makeUser,
  NOON,
  openDevice,
  TEST_ORIGIN,
  type LocalDevice,
} from '#tests/support/local.ts'
import { openSignInForm } from '#tests/support/sign-in-form.ts'

const AGENT = { origin: TEST_ORIGIN, userId: 'user-agent' }
const STAGE = 'https://stage.example'

/** Who has read a guest's chat here and has something unsent. */
async function openWithWork(given: Parameters<typeof openDevice>[0] = {}): Promise<LocalDevice> {
  const device = await openDevice(given)
  const { workspace } = device
  await writeMirror(workspace, [workspace.mirror.chats], () =>
    putChats(workspace.mirror, [makeChatRow('c')], { readAt: 0, snapshot: '' }),
  )
  await sendMessage(workspace, 'c', 'unsent', NOON)
  await saveDraft(workspace, 'c', 'half a thought', NOON)
  return device
}

/** The next start at this device, in databases of its own: who was subscribed, and what is still pending. */
async function startAgain(options: DatabaseOptions) {
  const sessionDb = new SessionDatabase(options)
  await sessionDb.open()
  const unsubscribed: string[] = []
  await finishSignOuts({
    sessionDb,
    databases: options,
    unsubscribeAlerts: ({ userId }) => Promise.resolve(void unsubscribed.push(userId)),
  })
  const pending = await readPendingClearings(sessionDb)
  const status = (await sessionDb.sessions.get(TEST_ORIGIN))?.status
  sessionDb.close({ disableAutoOpen: true })
  return { pending, unsubscribed, status }
}

/** How many rows of the guests' there are on the device, and how many of the person's work. */
async function countLeft(options: DatabaseOptions, { origin, userId } = AGENT) {
  const mirror = new MirrorDatabase(mirrorName(origin, userId), options)
  const outbox = new OutboxDatabase(outboxName(origin, userId), options)
  const left = { guests: 0, work: 0 }
  await Promise.all([mirror.open(), outbox.open()])
  for (const table of mirror.tables) if (table.name !== 'meta') left.guests += await table.count()
  for (const table of outbox.tables) if (table.name !== 'meta') left.work += await table.count()
  mirror.close()
  outbox.close()
  return left
}

/** Signs out in a page that dies at its n-th write; gives whether it did. */
async function signOutAndDie(n: number, unsent: UnsentChoice) {
  const { sessionDb, workspace, options } = await openWithWork()
  const page = dieAtWrite(n)
  await signOut(sessionDb, workspace, unsent, NOON).catch(() => undefined)
  const hasDied = page.hasDied()
  sessionDb.close({ disableAutoOpen: true })
  closeWorkspace(workspace)
  page.restart()
  return { hasDied, options }
}

beforeEach(() => {
  vi.stubGlobal('navigator', {})
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => vi.useRealTimers())

describe('a sign-out that was interrupted (D8)', () => {
  it.each<[UnsentChoice, number]>([
    ['keep', 2],
    ['discard', 0],
  ])('is finished at the next start, wherever it stopped: %s', async (unsent, work) => {
    let ended = 0
    for (let n = 1; ; n += 1) {
      const { hasDied, options } = await signOutAndDie(n, unsent)
      const { pending, status } = await startAgain(options)
      expect(pending, `write ${n}`).toEqual([])
      const left = await countLeft(options)
      if (status === 'signed-in') expect(left, `write ${n}`).toEqual({ guests: 1, work: 2 })
      else expect(left, `write ${n}`).toEqual({ guests: 0, work })
      if (status !== 'signed-in') ended += 1
      if (!hasDied) break
    }
    // It ended the session in the first transaction, and was stopped at every write after that.
    expect(ended).toBeGreaterThan(3)
  })

  it('is finished by the start after one that was interrupted too', async () => {
    for (let n = 1; ; n += 1) {
      const { sessionDb, options } = await openWithWork()
      await endSession(sessionDb, TEST_ORIGIN, NOON, 'discard')
      const page = dieAtWrite(n)
      await startAgain(options).catch(() => undefined)
      const hasDied = page.hasDied()
      page.restart()
      expect((await startAgain(options)).pending).toEqual([])
      expect(await countLeft(options), `write ${n}`).toEqual({ guests: 0, work: 0 })
      if (!hasDied) break
    }
  })

  it('ends alerts that a page did not live to end', async () => {
    const { sessionDb, workspace, options } = await openWithWork()
    const leaving = {
      abortRequests: () => undefined,
      unsubscribeAlerts: () => new Promise<void>(() => undefined),
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const leave = signOut(sessionDb, workspace, 'keep', NOON, leaving)
    await vi.waitFor(async () => expect((await countLeft(options)).guests).toBe(0))
    expect(await startAgain(options)).toMatchObject({ pending: [], unsubscribed: ['user-agent'] })
    vi.advanceTimersByTime(CLEAR_WITHIN_MS)
    await leave
  })

  it('is finished also by a start in another environment, and each of several', async () => {
    const options = freshOptions()
    const here = await openWithWork({ options })
    const stage = await openWithWork({ options, origin: STAGE })
    await endSession(here.sessionDb, TEST_ORIGIN, NOON, 'discard')
    await endSession(stage.sessionDb, STAGE, NOON)
    expect((await startAgain(options)).unsubscribed.toSorted()).toEqual(['user-agent', 'user-agent'])
    expect(await countLeft(options)).toEqual({ guests: 0, work: 0 })
    expect(await countLeft(options, { ...AGENT, origin: STAGE })).toEqual({ guests: 0, work: 2 })
  })

  it('does not reach into a session that began after it was finished elsewhere', async () => {
    const { sessionDb, options } = await openWithWork()
    const stale = { ...AGENT, unsent: 'discard' as const, epoch: 2 }
    await endSession(sessionDb, TEST_ORIGIN, NOON, 'discard')
    await startAgain(options)
    await openWithWork({ options })
    // As if another tab, asleep until now, were still at it.
    await sessionDb.settings.put({ key: `clearing:${TEST_ORIGIN} user-agent`, value: stale })
    expect((await startAgain(options)).pending).toEqual([])
    expect(await countLeft(options)).toEqual({ guests: 1, work: 2 })
  })
})

describe('a sign-out that can’t be finished (D8)', () => {
  /** Databases of whose mirror and outbox nothing can be cleared. */
  function refuseClearing() {
    const { clear } = IDBObjectStore.prototype
    const isRefused = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('The disk is broken.', 'UnknownError')
    })
    return { mend: () => isRefused.mockImplementation(clear) }
  }

  it('is signed out all the same, and pending until it can be', async () => {
    const { sessionDb, workspace, options } = await openWithWork()
    const { mend } = refuseClearing()
    // It resolves: who has signed out is never told that they are still signed in.
    await signOut(sessionDb, workspace, 'discard', NOON)
    expect((await sessionDb.sessions.get(TEST_ORIGIN))?.status).toBe('signed-out')
    expect(await startAgain(options)).toMatchObject({
      pending: [{ ...AGENT, unsent: 'discard' }],
      status: 'signed-out',
    })
    mend()
    expect((await startAgain(options)).pending).toEqual([])
    expect(await countLeft(options)).toEqual({ guests: 0, work: 0 })
  })

  it('keeps its user out until then, and nobody else', async () => {
    const { sessionDb, workspace } = await openWithWork()
    const { mend } = refuseClearing()
    await signOut(sessionDb, workspace, 'keep', NOON)
    const agent = storeSignIn(sessionDb, TEST_ORIGIN, makeUser(), 'again', NOON)
    await expect(agent).rejects.toThrow(SignOutUnfinishedError)
    expect((await storeSignIn(sessionDb, TEST_ORIGIN, makeUser('m', 'Maria'), 'hers', NOON)).status).toBe(
      'signed-in',
    )
    mend()
  })

  it.each([
    ['finishes it first', true],
    ['says so where it still can’t, and has the new token revoked', false],
  ])('a sign-in of its user %s', async (_, isMended) => {
    const { sessionDb, workspace, options } = await openWithWork()
    const { mend } = refuseClearing()
    await signOut(sessionDb, workspace, 'keep', NOON)
    if (isMended) mend()
    const answers = [ALL_CAPABILITIES, { ...makeUser(), token: 'fresh' }]
    const { logIn } = openSignInForm(sessionDb, ...answers.map((body) => ({ status: 200, body })))
    const { type } = await logIn({ finishSignOuts: async () => void (await startAgain(options)) })
    expect(type).toBe(isMended ? 'signed-in' : 'not-cleared')
    const revoked = (await sessionDb.pendingRevocations.toArray()).map(({ token }) => token)
    expect(revoked.includes('fresh')).toBe(!isMended)
    expect(await countLeft(options)).toEqual({ guests: isMended ? 0 : 1, work: 2 })
    mend()
  })

  it('holds no start up for longer than a moment', async () => {
    const { sessionDb, workspace, options } = await openWithWork()
    await endSession(sessionDb, TEST_ORIGIN, NOON)
    let letGo: () => void = () => undefined
    const held = workspace.mirror.transaction('rw', workspace.mirror.chats, async () => {
      let isHeld = true
      letGo = () => (isHeld = false)
      while (isHeld) await workspace.mirror.chats.count()
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const start = startAgain(options)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(CLEAR_WITHIN_MS)
    expect((await start).pending).toHaveLength(1)
    letGo()
    await held
    // What was under way goes on.
    await vi.waitFor(async () => expect((await countLeft(options)).guests).toBe(0))
  })
})
