import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSessionDatabase } from '#src/app/storage.ts'
import { SessionDatabase } from '#src/db/session/database.ts'

const before = { ...Dexie.dependencies }
beforeEach(() => void Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange }))
afterEach(() => {
  Object.assign(Dexie.dependencies, before)
  vi.restoreAllMocks()
})

/** As a newer build leaves it: one version on, with a table that this one does not know. */
async function openAsNewerBuild(): Promise<void> {
  const opened = await openSessionDatabase()
  if (opened === 'outdated') throw new Error('Nothing newer was there yet.')
  const { sessionDb } = opened
  await sessionDb.settings.put({ key: 'kept', value: 1 })
  sessionDb.close()
  const newer = new SessionDatabase()
  newer.version(2).stores({ rooms: 'id' })
  await newer.open()
  newer.close()
}

it('a session database of a newer build is left as it is, and this build asks for a reload (D4)', async () => {
  await openAsNewerBuild()
  expect(await openSessionDatabase()).toBe('outdated')
  const after = await new Dexie('bellhop-session').open()
  expect(after.verno).toBe(2)
  expect(await after.table('settings').get('kept')).toEqual({ key: 'kept', value: 1 })
  expect(after.tables.map(({ name }) => name)).toContain('rooms')
})

it('where the browser refuses IndexedDB it is in memory, and says so (D6)', async () => {
  const refusing = new IDBFactory()
  vi.spyOn(refusing, 'open').mockImplementation(() => {
    throw new DOMException('Refused', 'SecurityError')
  })
  Dexie.dependencies.indexedDB = refusing
  const opened = await openSessionDatabase()
  if (opened === 'outdated') throw new Error('Nothing newer is there.')
  expect(opened.storage.isMemoryOnly).toBe(true)
  await opened.sessionDb.settings.put({ key: 'kept', value: 1 })
  expect(await opened.sessionDb.settings.get('kept')).toEqual({ key: 'kept', value: 1 })
})
