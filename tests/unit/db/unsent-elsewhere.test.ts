import { IDBFactory as FakeFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { makeFileId, stageFile } from '#src/actions/attach-files.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { endSession, lockSession } from '#src/db/session/sessions.ts'
import { outboxName } from '#src/db/outbox/database.ts'
import { readUnsentElsewhere } from '#src/db/unsent-elsewhere.ts'
import { makeUser, NOON, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

const STAGE = 'https://stage.example'

/** A browser with a person signed in here and another at Stage, who has a message and two drafts there. */
async function openBrowser() {
  const factory: IDBFactory = new FakeFactory()
  const here = await openDevice({ options: { indexedDB: factory, IDBKeyRange } })
  const stage = await openDevice({
    options: here.options,
    origin: STAGE,
    user: makeUser('user-maria', 'Maria'),
    token: 'stage-token',
  })
  await sendMessage(stage.workspace, 'c', 'a guest’s secret', NOON)
  await saveDraft(stage.workspace, 'c', 'half a thought', NOON)
  await saveDraft(stage.workspace, 'd', 'another half', NOON)
  const read = () => readUnsentElsewhere(here.sessionDb, TEST_ORIGIN, factory)
  return { here, stage, factory, read }
}

async function listDatabases(factory: IDBFactory): Promise<string[]> {
  return (await factory.databases()).map(({ name }) => name ?? '').sort()
}

describe('what is unsent in another environment (specification section 4; D8)', () => {
  it('is counted, without a word of it', async () => {
    const { read } = await openBrowser()
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 2 }])
  })

  it('the files of a draft are part of it, and alone they are one', async () => {
    const { stage, read } = await openBrowser()
    const file = { name: 'a.png', type: 'image/png' as const, bytes: new ArrayBuffer(3) }
    for (const chatId of ['c', 'files alone', 'files alone']) {
      await stageFile(stage.workspace, chatId, makeFileId(), file, NOON)
    }
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 3 }])
  })

  it('this environment’s own is not among it', async () => {
    const { here, read } = await openBrowser()
    await sendMessage(here.workspace, 'c', 'one of ours', NOON)
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 2 }])
  })

  it('a session that the environment ended counts: its work is kept', async () => {
    const { here, read } = await openBrowser()
    expect(await lockSession(here.sessionDb, STAGE, 'stage-token')).toBe(true)
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 2 }])
  })

  it('nobody’s does not, once they signed out', async () => {
    const { here, read } = await openBrowser()
    await endSession(here.sessionDb, STAGE, NOON)
    expect(await read()).toEqual([])
  })

  it('an empty outbox is not mentioned', async () => {
    const { stage, read } = await openBrowser()
    await stage.workspace.outbox.operations.clear()
    await stage.workspace.outbox.drafts.clear()
    expect(await read()).toEqual([])
  })

  it('reading makes no database that is not there, and changes none that is', async () => {
    const { here, stage, factory, read } = await openBrowser()
    await here.sessionDb.sessions.put({
      ...stage.session,
      origin: 'https://qa.example',
      user: makeUser('user-nobody', 'Nobody'),
    })
    const before = await listDatabases(factory)
    expect(before).not.toContain(outboxName('https://qa.example', 'user-nobody'))
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 2 }])
    expect(await listDatabases(factory)).toEqual(before)
    expect(await stage.workspace.outbox.operations.count()).toBe(1)
    expect(stage.outdated()).toBe(0)
  })

  it('an outbox of a newer build is counted, and one of another shape is left alone', async () => {
    const { stage, factory, read } = await openBrowser()
    stage.close()
    await raiseVersion(factory, outboxName(STAGE, 'user-maria'), (db) => db.createObjectStore('new'))
    expect(await read()).toEqual([{ origin: STAGE, operations: 1, drafts: 2 }])
    await raiseVersion(factory, outboxName(STAGE, 'user-maria'), (db) => db.deleteObjectStore('drafts'))
    expect(await read()).toEqual([])
  })
})

async function raiseVersion(
  factory: IDBFactory,
  name: string,
  change: (db: IDBDatabase) => unknown,
): Promise<void> {
  const { version = 1 } = (await factory.databases()).find((database) => database.name === name) ?? {}
  await new Promise<void>((resolve, reject) => {
    const request = factory.open(name, version + 1)
    request.onupgradeneeded = () => void change(request.result)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error ?? new Error('the database did not open'))
  })
}
