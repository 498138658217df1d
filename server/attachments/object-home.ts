import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { ObjectStoreSettings } from '../settings-types.ts'
import { forgetObject, listOrphanObjects, noteObject } from '../store/chats/attachment-objects.ts'
import type { Store } from '../store/store.ts'
import { ORPHAN_AGE_MS, type AttachmentHome } from './attachment-home.ts'
import { ObjectStore } from './object-store.ts'

const ORPHANS_AT_ONCE = 100

/**
 * Bytes as objects of an S3-compatible store, for any number of processes. Each has a name that is never used again: so an
 * orphan can be removed without asking who is about to need it. A key names the bucket too, and stays valid when another one
 * is set at the same endpoint. Only what this environment has noted is ever removed: a bucket may have other things in it.
 */
export function createObjectHome(settings: ObjectStoreSettings, store: Store, log: Log): AttachmentHome {
  const objects = new ObjectStore(settings, log)
  const folder = settings.prefix === '' ? settings.bucket : `${settings.bucket}/${settings.prefix}`
  return {
    name: 's3',
    async put(file) {
      const key = `${folder}/${createId()}`
      await noteObject(store.db, key)
      await objects.put(key, file)
      return { home: 's3', key, bytes: null }
    },
    open: ({ key }, range) => (key === null ? Promise.resolve(null) : objects.get(key, range)),
    async removeOrphans(signal) {
      for (;;) {
        const keys = await listOrphanObjects(store.db, ORPHAN_AGE_MS / 1000, ORPHANS_AT_ONCE)
        for (const key of keys) {
          if (signal.aborted) return
          await objects.remove(key)
          await forgetObject(store.db, key)
        }
        if (keys.length < ORPHANS_AT_ONCE) return
      }
    },
  }
}
