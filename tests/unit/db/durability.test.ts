import Dexie from 'dexie'
import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MIRROR_PREFIX, mirrorName } from '#src/db/mirror/database.ts'
import { outboxName } from '#src/db/outbox/database.ts'
import { putDraft } from '#src/db/outbox/drafts.ts'
import { deleteOldMirrors } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import { NOON, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

afterEach(() => vi.restoreAllMocks())

describe('what is written (D2)', () => {
  it('by a person is on the disk before it counts as kept; what the environment has too may wait', async () => {
    // Dexie binds it when it opens a database.
    const asked = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const { workspace } = await openDevice()
    const { mirror, outbox } = workspace
    const readDurability = (db: Dexie) => {
      const own = asked.mock.calls.filter((_, index) => asked.mock.contexts[index] === db.backendDB())
      return own.filter(([, mode]) => mode === 'readwrite').map(([, , options]) => options?.durability)
    }
    asked.mockClear()
    await writeOutbox(workspace, [outbox.drafts], () => putDraft(outbox, 'c', 'hello', NOON))
    await writeMirror(workspace, [mirror.guestCards], () => mirror.guestCards.clear())
    expect(readDurability(outbox)).toEqual(['strict'])
    expect(readDurability(mirror)).toEqual(['relaxed'])
  })
})

describe('mirrors of other schemas (D4)', () => {
  const before = { ...Dexie.dependencies }
  afterEach(() => void Object.assign(Dexie.dependencies, before))

  it('are deleted; this build’s stay, and so does everything that people wrote', async () => {
    Dexie.dependencies.indexedDB = new IDBFactory()
    const kept = [
      mirrorName(TEST_ORIGIN, 'user-agent'),
      outboxName(TEST_ORIGIN, 'user-agent'),
      'bellhop-session',
    ]
    const old = [`${MIRROR_PREFIX}0:${TEST_ORIGIN}:user-agent`, `${MIRROR_PREFIX}${TEST_ORIGIN}:user-agent`]
    for (const name of [...kept, ...old]) {
      const db = new Dexie(name)
      db.version(1).stores({ rows: 'id' })
      await db.open()
      db.close()
    }
    expect((await Dexie.getDatabaseNames()).sort()).toEqual([...kept, ...old].sort())
    await deleteOldMirrors()
    expect((await Dexie.getDatabaseNames()).sort()).toEqual([...kept].sort())
  })
})
