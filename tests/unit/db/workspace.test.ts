import Dexie from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OutboxUnreadableError, OutdatedBuildError, SessionEndedError } from '#src/db/errors.ts'
import { writeGuarded } from '#src/db/guarded.ts'
import { mirrorName } from '#src/db/mirror/database.ts'
import { outboxName } from '#src/db/outbox/database.ts'
import { putDraft, readDraft } from '#src/db/outbox/drafts.ts'
import { readPendingClearings, removePendingClearing } from '#src/db/session/pending-clearings.ts'
import { endSession, isLive, lockSession, storeSignIn } from '#src/db/session/sessions.ts'
import { openWorkspace } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import {
  freshOptions,
  makeUser,
  NOON,
  openDevice,
  TEST_ORIGIN,
  type LocalDevice,
} from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SILENT = { onOutdated: () => undefined, onBroken: () => undefined }
const NAME = outboxName(TEST_ORIGIN, 'user-agent')

afterEach(() => vi.restoreAllMocks())

describe('databases that were made just now', () => {
  it('have the session’s epoch, and say so that once', async () => {
    const { options, session, workspace } = await openDevice()
    for (const db of [workspace.mirror, workspace.outbox]) {
      expect(db.wasMade).toBe(true)
      expect((await db.meta.get('epoch'))?.value).toBe(session.epoch)
    }
    const { mirror, outbox } = await openWorkspace(session, options, SILENT)
    expect([mirror.wasMade, outbox.wasMade]).toEqual([false, false])
  })
})

describe('guarded writes (D8)', () => {
  async function writeDraft(device: LocalDevice, text: string): Promise<void> {
    const { workspace } = device
    await writeOutbox(workspace, [workspace.outbox.drafts], () => putDraft(workspace.outbox, 'c', text, NOON))
  }

  it('writes under the epoch that it was opened with', async () => {
    const device = await openDevice()
    await writeDraft(device, 'hello')
    expect((await readDraft(device.workspace.outbox, 'c'))?.text).toBe('hello')
  })

  it.each([
    [
      'raised',
      async (device: LocalDevice) =>
        void (await device.workspace.outbox.meta.put({ key: 'epoch', value: 2 })),
    ],
    ['missing', async (device: LocalDevice) => device.workspace.outbox.meta.delete('epoch')],
    [
      'no number',
      async (device: LocalDevice) =>
        void (await device.workspace.outbox.meta.put({ key: 'epoch', value: '1' })),
    ],
  ])('an epoch that is %s lets nothing be written', async (_, change) => {
    const device = await openDevice()
    await change(device)
    await expect(writeDraft(device, 'late')).rejects.toThrow(SessionEndedError)
    expect(await device.workspace.outbox.drafts.count()).toBe(0)
  })

  it('a write that fails half-way leaves nothing', async () => {
    const { workspace } = await openDevice()
    const { outbox } = workspace
    const write = writeGuarded(outbox, workspace.epoch, [outbox.drafts], async () => {
      await putDraft(outbox, 'c', 'half', NOON)
      throw new Error('in the middle')
    })
    await expect(write).rejects.toThrow('in the middle')
    expect(await outbox.drafts.count()).toBe(0)
  })

  it('a late opener does not bring an ended epoch back, and can write nothing', async () => {
    const device = await openDevice()
    const ended = device.session
    await device.workspace.outbox.meta.put({ key: 'epoch', value: 5 })
    const late = await openWorkspace(ended, device.options, SILENT)
    expect((await late.outbox.meta.get('epoch'))?.value).toBe(5)
    await expect(writeMirror(late, [], async () => undefined)).resolves.toBeUndefined()
    await expect(writeOutbox(late, [late.outbox.drafts], async () => undefined)).rejects.toThrow(
      SessionEndedError,
    )
    late.mirror.close()
    late.outbox.close()
  })

  it('a closed database is not brought back by a late write (autoOpen is off)', async () => {
    const device = await openDevice()
    device.close()
    await expect(writeDraft(device, 'late')).rejects.toThrow(/closed/i)
  })
})

describe('opening (D4, D6)', () => {
  it('an outbox of a newer build: OutdatedBuildError, and nothing is touched', async () => {
    const options = freshOptions()
    const newer = new Dexie(NAME, options)
    newer.version(7).stores({
      meta: 'key',
      operations: 'id, [lane+pos], state',
      drafts: 'chatId',
      files: 'operationId',
      seen: 'chatId',
      staged: 'id, chatId',
      letters: 'id',
    })
    await newer.open()
    await newer.table('letters').put({ id: 'l' })
    newer.close()
    await expect(openDevice({ options })).rejects.toThrow(OutdatedBuildError)
    const again = new Dexie(NAME, options)
    await again.open()
    expect(await again.table('letters').count()).toBe(1)
    expect(again.verno).toBe(7)
    again.close()
  })

  it('a newer build that opens beside us closes us and says so', async () => {
    const device = await openDevice()
    const newer = new Dexie(NAME, device.options)
    newer.version(9).stores({ letters: 'id' })
    await newer.open()
    newer.close()
    await waitFor('the old tab to be told', () => device.outdated() > 0)
    await expect(device.workspace.outbox.drafts.count()).rejects.toThrow(/closed/i)
  })

  it('an outbox that can not be opened stays as it is', async () => {
    const before = await openDevice()
    await before.workspace.outbox.drafts.put({ chatId: 'c', text: 'mine', updatedAt: 1 })
    before.close()
    const damaged = {
      open() {
        throw new DOMException('damaged', 'DataError')
      },
    }
    const options = { ...before.options, indexedDB: damaged }
    await expect(openWorkspace(before.session, options, SILENT)).rejects.toThrow(OutboxUnreadableError)
    const after = await openDevice({ options: before.options })
    expect(await after.workspace.outbox.drafts.count()).toBe(1)
  })

  it('a mirror that can not be opened is rebuilt, empty and writable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const options = freshOptions()
    const foreign = new Dexie(mirrorName(TEST_ORIGIN, 'user-agent'), options)
    // Another primary key: Dexie can't upgrade to ours.
    foreign.version(0.5).stores({ chats: 'number' })
    await foreign.open()
    await foreign.table('chats').put({ number: 1 })
    foreign.close()
    const { workspace } = await openDevice({ options })
    expect(await workspace.mirror.chats.count()).toBe(0)
    await writeMirror(workspace, [workspace.mirror.fetchRequests], async () => {
      await workspace.mirror.fetchRequests.put({
        key: 'k',
        request: { kind: 'all-chats' },
        askedAt: 1,
        problem: null,
        failures: 0,
        nextAt: 0,
      })
    })
  })

  it('users and environments never share a database (D1)', async () => {
    const options = freshOptions()
    const one = await openDevice({ options })
    await one.workspace.outbox.drafts.put({ chatId: 'c', text: 'mine', updatedAt: 1 })
    const other = await openDevice({ options, user: makeUser('user-maria', 'Maria') })
    const elsewhere = await openDevice({ options, origin: 'https://other.example' })
    expect(await other.workspace.outbox.drafts.count()).toBe(0)
    expect(await elsewhere.workspace.outbox.drafts.count()).toBe(0)
  })
})

describe('sessions (D8, O4)', () => {
  it('a 401 locks only the session whose token it was', async () => {
    const { sessionDb } = await openDevice({ token: 'new' })
    expect(await lockSession(sessionDb, TEST_ORIGIN, 'old')).toBe(false)
    expect(isLive(await sessionDb.sessions.get(TEST_ORIGIN))).toBe(true)
    expect(await lockSession(sessionDb, TEST_ORIGIN, 'new')).toBe(true)
    const locked = await sessionDb.sessions.get(TEST_ORIGIN)
    expect(locked).toMatchObject({ status: 'locked', token: null, epoch: 1 })
    expect(isLive(locked)).toBe(false)
  })

  it('the same user after a 401 goes on in the same epoch; another one does not', async () => {
    const { sessionDb } = await openDevice({ token: 'one' })
    await lockSession(sessionDb, TEST_ORIGIN, 'one')
    expect((await storeSignIn(sessionDb, TEST_ORIGIN, makeUser(), 'two', NOON)).epoch).toBe(1)
    expect((await storeSignIn(sessionDb, TEST_ORIGIN, makeUser('m', 'Maria'), 'three', NOON)).epoch).toBe(2)
  })

  it('the epoch rises at sign-out and the environment is still to be told', async () => {
    const { sessionDb } = await openDevice({ token: 'one' })
    expect(await endSession(sessionDb, TEST_ORIGIN, NOON)).toMatchObject({
      epoch: 2,
      user: null,
      token: null,
    })
    expect(await sessionDb.pendingRevocations.toArray()).toEqual([{ token: 'one', origin: TEST_ORIGIN }])
    const [clearing] = await readPendingClearings(sessionDb)
    expect(clearing).toEqual({ origin: TEST_ORIGIN, userId: 'user-agent', unsent: 'keep', epoch: 2 })
    if (clearing) await removePendingClearing(sessionDb, clearing)
    expect((await storeSignIn(sessionDb, TEST_ORIGIN, makeUser(), 'two', NOON)).epoch).toBeGreaterThan(2)
  })
})
