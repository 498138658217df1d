import type { Log } from '../log.ts'
import type { Settings } from '../settings-types.ts'
import { openEmbeddedDriver } from './embedded-store.ts'
import { migrateToLatest } from './migrations/migrate.ts'
import { openPostgresDriver } from './postgres-store.ts'
import { createStore, type Store } from './store.ts'

/** What only tests and embedders set. */
export interface StoreOptions {
  /** The built worker of the embedded database, where it is not beside the server's main file. */
  workerFile?: string
  /** Called when the embedded database's thread dies: nothing can be served any more. */
  onCrash?: (error: Error) => void
}

/** Opens the database that the settings name and brings it to this build's schema. */
export async function openStore(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  options: StoreOptions = {},
): Promise<Store> {
  const onCrash = options.onCrash ?? ((error: Error) => log.error('embedded database', error))
  const driver =
    settings.databaseUrl === null
      ? await openEmbeddedDriver(settings.dataDir, onCrash, options.workerFile)
      : await openPostgresDriver(settings.databaseUrl, log)
  const store = createStore(driver)
  try {
    await migrateToLatest(store.db)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
